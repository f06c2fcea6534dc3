package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Compare;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Update;
import dev.smalti.lang.Window;
import dev.smalti.lang.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A core that is borrowed, and its scratch memory. */
final class CoreTest {
  @Test
  void scratchIsReusedGrowsAndNeverShrinks() {
    Core core = Core.borrow();
    try {
      float[] small = core.floats(0, 3);
      assertThat(core.floats(0, small.length)).isSameInstanceAs(small);
      float[] large = core.floats(0, small.length + 100);
      assertThat(large.length).isAtLeast(small.length + 100);
      assertThat(core.floats(0, 1)).isSameInstanceAs(large);
      assertThat(core.floats(1, 1)).isNotSameInstanceAs(large);
      assertThat(core.floats(40, 2).length).isAtLeast(2);
      assertThat(core.floats(0, 1)).isSameInstanceAs(large);
      assertThat(core.doubles(17, 5).length).isAtLeast(5);
      assertThat(core.ints(18, 5).length).isAtLeast(5);
      assertThat(core.longs(19, 5).length).isAtLeast(5);
      assertThat(core.bytes(20, 5).length).isAtLeast(5);
    } finally {
      core.release();
    }
  }

  @Test
  void rowsOfScratchAreReusedAndGrowBothWays() {
    Core core = Core.borrow();
    try {
      float[][] rows = core.floatRows(0, 3, 5);
      assertThat(core.floatRows(0, 2, 4)).isSameInstanceAs(rows);
      assertThat(core.floatRows(1, 1, 1)).isNotSameInstanceAs(rows);
      core.floatRows(0, 1, 900);
      float[][] all = core.floatRows(0, 3, 900);
      assertThat(all.length).isAtLeast(3);
      assertThat(all[2].length).isAtLeast(900);
      assertThat(core.floatRows(40, 0, 7).length).isEqualTo(0);
      assertThat(core.doubleRows(0, 1, 2)[0].length).isAtLeast(2);
      assertThat(core.intRows(0, 1, 2)[0].length).isAtLeast(2);
      assertThat(core.longRows(0, 1, 2)[0].length).isAtLeast(2);
    } finally {
      core.release();
    }
  }

  @Test
  void aTileAboveTheBudgetIsRefusedByName() {
    Core core = Core.borrow();
    try {
      core.enter(new Kernel("Scores.softmax", "Scores.java"));
      assertThat(core.floats(0, 65_536L, "e", 17).length).isAtLeast(65_536);
      var thrown =
          assertThrows(
              IllegalArgumentException.class, () -> core.doubles(0, 4_294_967_296L, "e", 17));
      assertThat(thrown)
          .hasMessageThat()
          .isEqualTo(
              "Scores.java:17: tile e of 4,294,967,296 elements of F64 takes 34,359,738,368 bytes,"
                  + " a core keeps tiles of at most 262,144; work in blocks: load and store a part"
                  + " of the rows or columns in a loop");
      assertThrows(IllegalArgumentException.class, () -> core.floats(0, 65_537L, "e", 17));
      assertThrows(IllegalArgumentException.class, () -> core.ints(0, 65_537L, "e", 17));
      assertThrows(IllegalArgumentException.class, () -> core.longs(0, 32_769L, "e", 17));
      assertThrows(IllegalArgumentException.class, () -> core.bytes(0, 262_145L, "e", 17));
    } finally {
      core.release();
    }
  }

  @Test
  void aBorrowedCoreIsRankZeroOfOne() {
    Core core = Core.borrow();
    assertThat(core.rank()).isEqualTo(0);
    assertThat(core.ranks()).isEqualTo(1);
    core.poll();
    core.release();
  }

  @Test
  void releasedCoresAreReused() {
    Core core = Core.borrow();
    core.release();
    Set<Core> seen = new HashSet<>();
    List<Core> borrowed = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      borrowed.add(Core.borrow());
    }
    seen.addAll(borrowed);
    assertThat(seen).hasSize(100);
    assertThat(seen).contains(core);
    borrowed.forEach(Core::release);
  }

  @Test
  void coresOfManyThreadsAreDifferent() throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      int mark = t;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < 2000; i++) {
                      Core core = Core.borrow();
                      core.ints(0, 1)[0] = mark;
                      LockSupport.parkNanos(1);
                      if (core.ints(0, 1)[0] != mark) {
                        synchronized (wrong) {
                          wrong.add("thread " + mark + ", call " + i);
                        }
                      }
                      core.release();
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void cellsAreCountedFromTheFirstOfTheSignal() {
    Core core = Core.borrow();
    Signal signal = World.eager(1).signal(Smalti.shape(4, 3));
    assertThat(core.cell(signal, 1, 2, 1)).isEqualTo(7);
    assertThat(core.cell(signal.at(2), 1, 1)).isEqualTo(7);
    assertThat(core.cell(signal, 1, new long[] {3, 2})).isEqualTo(11);
    outside(core, signal, 4, 0);
    outside(core, signal, -1, 0);
    outside(core, signal, 0, 3);
    assertThrows(IndexOutOfBoundsException.class, () -> core.cell(signal, 1, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> core.cell(signal, 1, new long[] {0, 0, 0}));
    core.release();
  }

  @Test
  void withoutAPoolAnInterruptIsNoticedAndKept() {
    Core core = Core.borrow();
    core.enter(new Kernel("A.b", "A.java"));
    core.poll();
    Thread.currentThread().interrupt();
    CancelledException stopped = assertThrows(CancelledException.class, core::poll);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(stopped).hasMessageThat().isEqualTo("A.b was stopped: its thread was interrupted");
    core.release();
    Core next = Core.borrow();
    next.poll();
    next.release();
  }

  @Test
  void theCallerOfAKernelIsNamedAgainWhenItIsDone() {
    Core core = Core.borrow();
    ArithmeticException fault = new ArithmeticException("/ by zero");
    for (int depth = 0; depth < 10; depth++) {
      core.enter(new Kernel("A.k" + depth, "A.java"));
    }
    for (int depth = 9; depth > 0; depth--) {
      assertThat(core.failedAt(fault)).isEqualTo("in A.k" + depth + ": / by zero");
      core.leave();
    }
    assertThat(core.failedAt(fault)).isEqualTo("in A.k0: / by zero");
    core.leave();
    assertThat(core.failedAt(fault)).doesNotContain("A.k");
    core.leave();
    core.release();
  }

  @Test
  void scratchIsLetGoWhenTheCoreIsForgotten() {
    Core core = Core.forRanks(1)[0];
    float[] kept = core.floats(0, 1000);
    double[] others = core.doubles(0, 1000);
    core.forget();
    assertThat(core.floats(0, 10)).isNotSameInstanceAs(kept);
    assertThat(core.floats(0, 10).length).isLessThan(1000);
    assertThat(core.doubles(0, 10)).isNotSameInstanceAs(others);
    assertThat(core.ints(40, 2).length).isAtLeast(2);
  }

  /** An idle core is held softly, so what a large tile took is there for others if need be. */
  @Test
  void aCoreThatTheCollectorTookIsNotBorrowed() {
    Core core = Core.borrow();
    core.release();
    core.softly().clear();
    List<Core> borrowed = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      borrowed.add(Core.borrow());
    }
    assertThat(borrowed).doesNotContain(core);
    borrowed.forEach(Core::release);
  }

  private static void outside(Core core, Signal signal, long i, long j) {
    core.enter(new Kernel("A.b", "A.java"));
    IndexOutOfBoundsException error =
        assertThrows(IndexOutOfBoundsException.class, () -> core.cell(signal, 12, i, j));
    assertThat(error)
        .hasMessageThat()
        .startsWith("A.java:12: signal signal [4, 3] has no cell [" + i + ", " + j + "]");
    core.leave();
  }

  @Test
  void communicationNeedsARun() {
    Core core = Core.borrow();
    World world = World.eager(1);
    Signal signal = world.signal(Smalti.shape(1, 1));
    Window<Smalti.F32> window = world.window(Smalti.F32, Smalti.shape(1, 4));
    assertThrows(IllegalArgumentException.class, () -> core.notify(signal, 0, 0, Update.ADD, 1, 3));
    assertThrows(IllegalArgumentException.class, () -> core.await(signal, 0, Compare.GE, 1, 3));
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> core.instance(window, 0, 3));
    assertThat(error).hasMessageThat().contains("is used outside of a dispatch");
    assertThrows(IndexOutOfBoundsException.class, () -> core.instance(window, 1, 3));
    core.release();
  }
}
