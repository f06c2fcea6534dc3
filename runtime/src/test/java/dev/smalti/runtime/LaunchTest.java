package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Blocks on the cores of a device. */
final class LaunchTest {
  private static final Kernel TASKS = new Kernel("Blocks.tasks", "Blocks.java");
  private static final Kernel PART = new Kernel("Blocks.part", "Blocks.java");

  private static void launch(int blocks, BlockCall call) {
    Core core = Core.borrow();
    try {
      core.enter(TASKS);
      core.spmd(TASKS, 12, blocks, call);
    } finally {
      core.release();
    }
  }

  @Test
  void everyBlockRunsOnceOnACoreOfItsOwn() {
    for (int blocks : new int[] {1, 2, 3, 500}) {
      AtomicIntegerArray runs = new AtomicIntegerArray(blocks);
      Set<Core> used = ConcurrentHashMap.newKeySet();
      launch(
          blocks,
          (core, block) -> {
            assertThat(used.add(core)).isTrue();
            assertThat(core.ints(0, 4)).isNotNull();
            runs.incrementAndGet(block);
            used.remove(core);
          });
      for (int block = 0; block < blocks; block++) {
        assertThat(runs.get(block)).isEqualTo(1);
      }
    }
  }

  @Test
  void severalThreadsTakeBlocks() throws InterruptedException {
    int width = Launch.width(100);
    CountDownLatch together = new CountDownLatch(width);
    launch(
        100,
        (core, block) -> {
          together.countDown();
          try {
            assertThat(together.await(20, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
          }
        });
    assertThat(width).isEqualTo(ForkJoinPool.getCommonPoolParallelism() + 1);
  }

  @Test
  void theFirstFailureStopsTheOthersAndIsThrown() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger begun = new AtomicInteger();
    var thrown =
        assertThrows(
            ArithmeticException.class,
            () ->
                launch(
                    1000,
                    (core, block) -> {
                      begun.incrementAndGet();
                      running.incrementAndGet();
                      try {
                        core.enter(PART);
                        if (block == 0) {
                          Checks.divisor(PART, 7, 0);
                        }
                        while (true) {
                          core.poll();
                        }
                      } finally {
                        running.decrementAndGet();
                      }
                    }));
    assertThat(thrown).hasMessageThat().isEqualTo("Blocks.java:7: / by zero");
    assertThat(thrown.getSuppressed()).hasLength(1);
    var where = (BlockException) thrown.getSuppressed()[0];
    assertThat(where.block()).isEqualTo(0);
    assertThat(where).hasMessageThat().isEqualTo("in block 0 of spmd at Blocks.java:12");
    assertThat(running.get()).isEqualTo(0);
    assertThat(begun.get()).isAtMost(Launch.width(1000));
  }

  @Test
  void anErrorIsThrownAsItIs() {
    StackOverflowError error = new StackOverflowError();
    assertThat(
            assertThrows(
                StackOverflowError.class,
                () ->
                    launch(
                        3,
                        (core, block) -> {
                          throw error;
                        })))
        .isSameInstanceAs(error);
  }

  @Test
  void anInterruptStopsAllBlocks() throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>(new AssertionError("nothing"));
    AtomicInteger running = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    Thread caller =
        new Thread(
            () -> {
              try {
                launch(
                    8,
                    (core, block) -> {
                      running.incrementAndGet();
                      begun.countDown();
                      core.enter(PART);
                      try {
                        while (true) {
                          core.poll();
                        }
                      } finally {
                        running.decrementAndGet();
                      }
                    });
              } catch (CancelledException stopped) {
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                thrown.set(stopped);
              }
            });
    caller.start();
    begun.await();
    caller.interrupt();
    caller.join();
    assertThat(thrown.get()).isInstanceOf(CancelledException.class);
    assertThat(running.get()).isEqualTo(0);
  }

  @Test
  void aPoolThatIsBusyDelaysNothing() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
      ForkJoinPool.commonPool()
          .execute(
              () -> {
                try {
                  go.await();
                } catch (InterruptedException interrupted) {
                  throw new IllegalStateException(interrupted);
                }
              });
    }
    AtomicInteger runs = new AtomicInteger();
    launch(64, (core, block) -> runs.incrementAndGet());
    go.countDown();
    assertThat(runs.get()).isEqualTo(64);
  }

  @Test
  void noThreadIsLeft() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    for (int i = 0; i < 50; i++) {
      launch(16, (core, block) -> core.poll());
    }
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .filter(thread -> !thread.getName().startsWith("ForkJoinPool.commonPool"))
                .filter(thread -> !thread.isDaemon())
                .toList())
        .isEmpty();
  }

  @Test
  void thereIsAtLeastOneBlock() {
    var none = assertThrows(IllegalArgumentException.class, () -> launch(0, (core, block) -> {}));
    assertThat(none)
        .hasMessageThat()
        .isEqualTo("Blocks.java:12: spmd is to run 0 blocks; there is at least 1");
  }
}
