package dev.smalti.runtime.protocol;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.runtime.protocol.DeadlockVerdict.Blocked;
import dev.smalti.runtime.protocol.DeadlockVerdict.NotDecided;
import dev.smalti.runtime.protocol.DeadlockVerdict.Passes;
import dev.smalti.runtime.protocol.DeadlockVerdict.Place;
import dev.smalti.runtime.protocol.DeadlockVerdict.Stuck;
import dev.smalti.runtime.protocol.Event.Mode;
import dev.smalti.runtime.protocol.Event.Relation;
import dev.smalti.runtime.protocol.Event.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The verdict on deadlock, on written programs and against every schedule of random ones. */
final class DeadlockTest {
  private static final int PROGRAMS = 20_000;

  /** How a random program of a kind looks. */
  private interface Kind {
    void step(Random random, Trace trace);
  }

  @Test
  void allReducePasses() {
    for (int ranks = 1; ranks <= 8; ranks++) {
      assertThat(verdict(ranks, DeadlockTest::notifyThenWait)).isEqualTo(new Passes());
    }
  }

  /** The publisher stands behind its own waiters, which hold nothing up. */
  @Test
  void aTaskThatWaitsDoesNotHoldUpItsRank() {
    assertThat(
            verdict(
                3,
                trace -> {
                  for (int waiter = 0; waiter < 4; waiter++) {
                    int ready = trace.condition("arrived", 0, Relation.GE, 1, 10);
                    int task = trace.begin(11, new int[] {ready});
                    trace.notify(trace.rank(), "done", 0, Update.ADD, 1, 5);
                    trace.end(task);
                  }
                  trace.notify((trace.rank() + 1) % 3, "arrived", 0, Update.ADD, 1, 12);
                  trace.join();
                  trace.await("done", 0, Relation.GE, 4, 13);
                }))
        .isEqualTo(new Passes());
  }

  /** What stands behind the end of the dispatch is held up; alike waits are named once. */
  @Test
  void aDispatchEndsWhenItsTasksDo() {
    Stuck stuck =
        (Stuck)
            verdict(
                2,
                trace -> {
                  trace.condition("arrived", 0, Relation.GE, 1, 10);
                  trace.condition("arrived", 0, Relation.GE, 1, 10);
                  trace.join();
                  trace.notify(1 - trace.rank(), "arrived", 0, Update.ADD, 1, 12);
                });
    assertThat(stuck.blocked()).hasSize(2);
    assertThat(stuck.blocked().getFirst().await())
        .isEqualTo(new Event.Await("arrived", 0, Relation.GE, 1, 10));
    assertThat(stuck.blocked().getFirst().raisers().getFirst().place())
        .isEqualTo(Place.AFTER_ITS_WAIT);
  }

  /** What only one dispatch after the callback would raise is waited for in vain before it. */
  @Test
  void aCallbackWaitsForTheDispatchesBeforeIt() {
    Stuck stuck =
        (Stuck)
            verdict(
                3,
                trace -> {
                  if (trace.rank() == 1) {
                    trace.await("go", 0, Relation.GE, 1, 10);
                  }
                  trace.fence(11);
                  if (trace.rank() == 0) {
                    trace.notify(1, "go", 0, Update.ADD, 1, 12);
                  }
                });
    assertThat(stuck.blocked()).hasSize(1);
    assertThat(stuck.blocked().getFirst().rank()).isEqualTo(1);
    assertThat(stuck.blocked().getFirst().raisers().getFirst().place())
        .isEqualTo(Place.AFTER_ITS_WAIT);
  }

  /** No rank is past a callback before all have come to it, so EQ is not passed. */
  @Test
  void aCallbackOrdersTheRanks() {
    Consumer<Trace> rounds =
        trace -> {
          for (int round = 1; round <= 3; round++) {
            trace.notify(1 - trace.rank(), "arrived", 0, Update.ADD, 1, 10);
            trace.await("arrived", 0, Relation.EQ, round, 11);
            trace.fence(12);
          }
        };
    assertThat(verdict(2, rounds)).isEqualTo(new Passes());
  }

  /** Tasks that come after no condition run where they stand. */
  @Test
  void whatIsNotDeferredBlocks() {
    assertThat(
            verdict(
                1,
                trace -> {
                  int task = trace.begin(9);
                  trace.await("arrived", 0, Relation.GE, 1, 10);
                  trace.end(task);
                  trace.notify(0, "arrived", 0, Update.ADD, 1, 12);
                }))
        .isInstanceOf(Stuck.class);
  }

  @Test
  void severalTasksThatLookAtACellThatIsLoweredAreNotDecided() {
    NotDecided open =
        (NotDecided)
            verdict(
                1,
                trace -> {
                  trace.condition("arrived", 0, Relation.GE, 1, 10);
                  trace.notify(0, "arrived", 0, Update.ADD, 1, 11);
                  trace.await("arrived", 0, Relation.GE, 1, 12);
                  trace.notify(0, "arrived", 0, Update.ADD, -1, 13);
                  trace.join();
                });
    assertThat(open.reason()).contains("several tasks of rank 0");
  }

  @Test
  void tasksThatSetACellInAnyOrderAreNotDecided() {
    NotDecided open =
        (NotDecided)
            verdict(
                1,
                trace -> {
                  int ready = trace.condition("go", 0, Relation.GE, 1, 10);
                  int task = trace.begin(11, new int[] {ready});
                  trace.notify(0, "arrived", 0, Update.SET, 1, 5);
                  trace.end(task);
                  trace.notify(0, "arrived", 0, Update.SET, 2, 12);
                  trace.notify(0, "go", 0, Update.ADD, 1, 13);
                  trace.join();
                });
    assertThat(open.reason()).contains("SET this cell in any order");
  }

  @Test
  void waitBeforeNotifyNamesBothLines() {
    Stuck stuck =
        (Stuck)
            verdict(
                2,
                trace -> {
                  int other = 1 - trace.rank();
                  trace.await("arrived", other, Relation.GE, 1, 22);
                  trace.notify(other, "arrived", trace.rank(), Update.ADD, 1, 25);
                });
    assertThat(stuck.blocked()).hasSize(2);
    Blocked first = stuck.blocked().getFirst();
    assertThat(first.rank()).isEqualTo(0);
    assertThat(first.step()).isEqualTo(0);
    assertThat(first.await()).isEqualTo(new Event.Await("arrived", 1, Relation.GE, 1, 22));
    assertThat(first.held()).isEqualTo(0);
    assertThat(first.raisers()).hasSize(1);
    assertThat(first.raisers().getFirst().rank()).isEqualTo(1);
    assertThat(first.raisers().getFirst().event().line()).isEqualTo(25);
    assertThat(first.raisers().getFirst().place()).isEqualTo(Place.AFTER_ITS_WAIT);
  }

  @Test
  void valueNeverReachedNamesWhoRaisedIt() {
    Stuck stuck =
        (Stuck)
            verdict(
                3,
                trace -> {
                  if (trace.rank() == 0) {
                    trace.await("done", 0, Relation.GE, 3, 7);
                  } else {
                    trace.notify(0, "done", 0, Update.ADD, 1, 9);
                  }
                });
    Blocked only = stuck.blocked().getFirst();
    assertThat(stuck.blocked()).hasSize(1);
    assertThat(only.held()).isEqualTo(2);
    assertThat(only.raisers().stream().map(DeadlockVerdict.Raiser::rank)).containsExactly(1, 2);
    assertThat(only.raisers().stream().map(DeadlockVerdict.Raiser::place))
        .containsExactly(Place.FINISHED, Place.FINISHED);
  }

  @Test
  void aRaiserThatWaitsFurtherOnIsBeforeItsWait() {
    Stuck stuck =
        (Stuck)
            verdict(
                2,
                trace -> {
                  trace.notify(1 - trace.rank(), "a", 0, Update.ADD, 1, 3);
                  trace.await("a", 0, Relation.GE, 2, 4);
                });
    assertThat(stuck.blocked().getFirst().raisers().getFirst().place())
        .isEqualTo(Place.BEFORE_ITS_WAIT);
  }

  @Test
  void nobodyNotifies() {
    Stuck stuck = (Stuck) verdict(2, trace -> trace.await("a", 4, Relation.GE, 1, 3));
    assertThat(stuck.blocked()).hasSize(2);
    assertThat(stuck.blocked().getFirst().raisers()).isEmpty();
  }

  @Test
  void barrierReusedWithoutResetPassesButOneWithDecrementsDoesToo() {
    Consumer<Trace> twice =
        trace -> {
          for (int round = 0; round < 2; round++) {
            notifyThenWait(trace);
            for (int peer = 0; peer < trace.ranks(); peer++) {
              if (peer != trace.rank()) {
                trace.notify(trace.rank(), "arrived", peer, Update.ADD, -1, 8);
              }
            }
          }
        };
    assertThat(verdict(4, twice)).isEqualTo(new Passes());
  }

  @Test
  void setByOneWriterIsAMaximum() {
    assertThat(verdict(2, rounds(1, 2, 3))).isEqualTo(new Passes());
    assertThat(reason(verdict(2, rounds(2, 1, 3)))).contains("SET 1 lowers a cell that held 2");
  }

  private static Consumer<Trace> rounds(int... values) {
    return trace -> {
      for (int value : values) {
        trace.notify(1 - trace.rank(), "round", 0, Update.SET, value, 3);
        trace.await("round", 0, Relation.GE, value, 4);
      }
    };
  }

  @Test
  void severalWritersOfSetAreNotDecided() {
    DeadlockVerdict verdict =
        verdict(3, trace -> trace.notify(0, "a", 0, Update.SET, 1, 5 + trace.rank()));
    assertThat(reason(verdict)).isEqualTo("ranks 0 and 1 both SET this cell");
    assertThat(((NotDecided) verdict).rank()).isEqualTo(1);
    assertThat(((NotDecided) verdict).event().line()).isEqualTo(6);
  }

  @Test
  void setMixedWithAddIsNotDecided() {
    DeadlockVerdict verdict =
        verdict(
            2, trace -> trace.notify(0, "a", 0, trace.rank() == 0 ? Update.SET : Update.ADD, 1, 5));
    assertThat(reason(verdict)).isEqualTo("both SET and ADD change this cell");
  }

  @Test
  void decrementByAnotherRankIsNotDecided() {
    assertThat(reason(verdict(2, trace -> trace.notify(0, "a", 0, Update.ADD, -1, 5))))
        .contains("rank 1 lowers a cell of rank 0");
  }

  @Test
  void equalIsFineWhereTheCellCannotPassIt() {
    // The sum is 2, but the second add comes only after the owner has looked.
    Consumer<Trace> acknowledged =
        trace -> {
          for (int round = 1; round <= 2; round++) {
            if (trace.rank() == 0) {
              trace.await("data", 0, Relation.EQ, round, 3);
              trace.notify(1, "ack", 0, Update.ADD, 1, 4);
            } else {
              trace.notify(0, "data", 0, Update.ADD, 1, 6);
              trace.await("ack", 0, Relation.EQ, round, 7);
            }
          }
        };
    assertThat(verdict(2, acknowledged)).isEqualTo(new Passes());
  }

  @Test
  void equalThatCanBeOvershotIsNotDecided() {
    DeadlockVerdict verdict =
        verdict(
            3,
            trace -> {
              if (trace.rank() == 0) {
                trace.await("a", 0, Relation.EQ, 1, 3);
              } else {
                trace.notify(0, "a", 0, Update.ADD, 1, 6);
              }
            });
    assertThat(reason(verdict)).contains("the cell may hold 2 before rank 0 looks");
  }

  @Test
  void partialTraceIsNotDecided() {
    DeadlockVerdict verdict =
        verdict(2, trace -> trace.undetermined("the branch reads a tensor", 12));
    assertThat(reason(verdict)).isEqualTo("the branch reads a tensor");
    assertThat(((NotDecided) verdict).event().line()).isEqualTo(12);
  }

  @Test
  void peerOrCellOutsideIsNotDecided() {
    assertThat(reason(verdict(2, trace -> trace.notify(2, "a", 0, Update.ADD, 1, 5))))
        .isEqualTo("rank 2 is not one of 2 ranks");
    assertThat(reason(verdict(2, trace -> trace.await("a", -1, Relation.GE, 1, 5))))
        .isEqualTo("a has no cell -1");
  }

  @Test
  void theRankThatFailsIsNamedWithItsStep() {
    DeadlockVerdict verdict =
        verdict(
            2,
            trace -> {
              if (trace.rank() == 1) {
                trace.await("a", 0, Relation.GE, 1, 4);
                trace.failed("s: peer 2 is no rank, there are 2", 5);
              } else {
                trace.notify(1, "a", 0, Update.ADD, 1, 7);
                trace.await("a", 0, Relation.GE, 1, 8);
              }
            });
    assertThat(verdict)
        .isEqualTo(
            new DeadlockVerdict.Fails(
                List.of(
                    new DeadlockVerdict.Failure(
                        1, 1, new Event.Fault("s: peer 2 is no rank, there are 2", 5)))));
  }

  @Test
  void whatIsUnseenOfWindowsDecidesNothing() {
    assertThat(verdict(2, trace -> trace.unseen("it depends on an element of x", 3)))
        .isEqualTo(new Passes());
  }

  @Test
  void overflowingSumIsNotDecided() {
    assertThat(reason(verdict(2, trace -> trace.notify(0, "a", 0, Update.ADD, 0x7fffffff, 5))))
        .isEqualTo("the sum of what is added overflows");
  }

  @Test
  void accessesDoNotCount() {
    assertThat(
            verdict(2, trace -> trace.access("w", 0, new long[] {0}, new long[] {4}, Mode.READ, 3)))
        .isEqualTo(new Passes());
  }

  @Test
  void traceOfAnotherRankIsRefused() {
    List<Trace> swapped = List.of(new Trace(1, 2), new Trace(0, 2));
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> Deadlock.verdict(swapped));
    assertThat(error).hasMessageThat().isEqualTo("trace 0 of 2 is that of rank 1 of 2");
  }

  // ---- against every schedule

  @Test
  void addAndAwaitAgainstEverySchedule() {
    exact(1, (random, trace) -> addOrAwait(random, trace));
  }

  @Test
  void awaitThenSubtractAgainstEverySchedule() {
    exact(
        2,
        (random, trace) -> {
          if (random.nextBoolean()) {
            add(random, trace);
            return;
          }
          int cell = random.nextInt(2);
          int value = 1 + random.nextInt(2);
          trace.await("s", cell, Relation.GE, value, 2);
          trace.notify(trace.rank(), "s", cell, Update.ADD, -value, 3);
        });
  }

  @Test
  void separateDecrementsAgainstEverySchedule() {
    exact(
        3,
        (random, trace) -> {
          if (random.nextInt(4) == 0) {
            trace.notify(trace.rank(), "s", random.nextInt(2), Update.ADD, -1, 3);
          } else {
            addOrAwait(random, trace);
          }
        });
  }

  /** A fault is found exactly if a schedule reaches it; outside of the fragment never wrongly. */
  @Test
  void faultsAgainstEverySchedule() {
    int failing = 0;
    for (int program = 0; program < PROGRAMS; program++) {
      Random random = new Random(6L << 32 | program);
      boolean outside = program % 4 == 0;
      List<Trace> traces = faulty(random, outside);
      Interleavings truth = Interleavings.of(traces);
      String text = "program " + program + ": " + traces.stream().map(Trace::events).toList();
      switch (Deadlock.verdict(traces)) {
        case DeadlockVerdict.Fails fails -> {
          failing++;
          assertWithMessage(text)
              .that(truth.failing())
              .containsAtLeastElementsIn(
                  fails.failures().stream().map(DeadlockVerdict.Failure::rank).toList());
        }
        case Stuck _ -> assertWithMessage(text).that(truth.failing()).isEmpty();
        case Passes _ -> assertWithMessage(text).that(truth.failing()).isEmpty();
        case NotDecided _ -> assertWithMessage(text).that(outside).isTrue();
        case DeadlockVerdict.Differ _ -> throw new AssertionError(text);
      }
    }
    assertThat(failing).isGreaterThan(PROGRAMS / 4);
  }

  private static List<Trace> faulty(Random random, boolean outside) {
    List<Trace> traces = new ArrayList<>();
    int ranks = 2 + random.nextInt(2);
    for (int rank = 0; rank < ranks; rank++) {
      Trace trace = new Trace(rank, ranks);
      int steps = random.nextInt(6);
      while (trace.size() < steps) {
        if (outside && random.nextInt(3) == 0) {
          trace.await("s", random.nextInt(2), Relation.EQ, random.nextInt(3), 5);
        } else {
          addOrAwait(random, trace);
        }
      }
      if (random.nextInt(2) == 0) {
        trace.failed("peer 9 is no rank", 7);
      }
      traces.add(trace);
    }
    return traces;
  }

  @Test
  void setAndEqualNeverGiveAWrongVerdict() {
    int decided =
        sound(
            4,
            (random, trace) -> {
              switch (random.nextInt(4)) {
                case 0 ->
                    trace.notify(
                        random.nextInt(trace.ranks()),
                        "s",
                        random.nextInt(2),
                        Update.SET,
                        random.nextInt(3),
                        4);
                case 1 -> trace.await("s", random.nextInt(2), Relation.EQ, random.nextInt(3), 5);
                default -> addOrAwait(random, trace);
              }
            });
    assertThat(decided).isGreaterThan(PROGRAMS / 10);
  }

  @Test
  void oneWriterPerCellWithSetAgainstEverySchedule() {
    int decided =
        sound(
            5,
            (random, trace) -> {
              // Cell c of a rank belongs to rank c; its values mostly rise.
              if (random.nextBoolean()) {
                trace.notify(
                    random.nextInt(trace.ranks()),
                    "s",
                    trace.rank(),
                    Update.SET,
                    random.nextInt(4) == 0 ? 1 : trace.size() + 1,
                    4);
              } else {
                trace.await(
                    "s",
                    random.nextInt(trace.ranks()),
                    random.nextInt(4) == 0 ? Relation.EQ : Relation.GE,
                    1 + random.nextInt(3),
                    5);
              }
            });
    assertThat(decided).isGreaterThan(PROGRAMS / 4);
  }

  private static void exact(long seed, Kind kind) {
    assertThat(sound(seed, kind)).isEqualTo(PROGRAMS);
  }

  /** Compares verdicts; gives how many programs were decided. */
  private static int sound(long seed, Kind kind) {
    int decided = 0;
    for (int program = 0; program < PROGRAMS; program++) {
      Random random = new Random(seed << 32 | program);
      List<Trace> traces = new ArrayList<>();
      int ranks = 2 + random.nextInt(2);
      for (int rank = 0; rank < ranks; rank++) {
        Trace trace = new Trace(rank, ranks);
        int steps = random.nextInt(7);
        while (trace.size() < steps) {
          kind.step(random, trace);
        }
        traces.add(trace);
      }
      DeadlockVerdict verdict = Deadlock.verdict(traces);
      decided += verdict instanceof NotDecided ? 0 : 1;
      compare(traces, verdict, "kind " + seed + ", program " + program);
    }
    return decided;
  }

  private static void compare(List<Trace> traces, DeadlockVerdict verdict, String which) {
    Interleavings truth = Interleavings.of(traces);
    String text = which + ": " + traces.stream().map(Trace::events).toList();
    switch (verdict) {
      case Passes _ -> assertWithMessage(text).that(truth.mayStick()).isFalse();
      case Stuck stuck -> {
        assertWithMessage(text).that(truth.mayPass()).isFalse();
        assertWithMessage(text).that(truth.ends()).isEqualTo(1);
        for (Blocked blocked : stuck.blocked()) {
          assertWithMessage(text).that(truth.end().get(blocked.rank())).isEqualTo(blocked.step());
        }
      }
      case NotDecided _ -> {}
      case DeadlockVerdict.Fails _, DeadlockVerdict.Differ _ -> throw new AssertionError(text);
    }
  }

  private static void addOrAwait(Random random, Trace trace) {
    if (random.nextBoolean()) {
      add(random, trace);
    } else {
      trace.await("s", random.nextInt(2), Relation.GE, 1 + random.nextInt(2), 2);
    }
  }

  private static void add(Random random, Trace trace) {
    int peer = random.nextInt(trace.ranks());
    trace.notify(peer, "s", random.nextInt(2), Update.ADD, 1 + random.nextInt(2), 1);
  }

  // ---- speed

  @Test
  void aMillionStepsTakeNoTimeToSpeakOf() {
    int ranks = 64;
    List<Trace> traces =
        traces(
            ranks,
            trace -> {
              for (int round = 1; round <= 126; round++) {
                for (int peer = 0; peer < ranks; peer++) {
                  trace.notify(peer, "arrived", trace.rank(), Update.ADD, 1, 1);
                }
                for (int peer = 0; peer < ranks; peer++) {
                  trace.await("arrived", peer, Relation.GE, round, 2);
                }
              }
            });
    long start = System.nanoTime();
    DeadlockVerdict verdict = Deadlock.verdict(traces);
    long millis = (System.nanoTime() - start) / 1_000_000;
    System.out.println(
        "deadlock verdict on " + 2 * 126 * ranks * ranks + " steps: " + millis + " ms");
    assertThat(verdict).isEqualTo(new Passes());
    // Loose, because the machine may be busy; an engine that is not linear takes minutes.
    assertThat(millis).isLessThan(20_000);
  }

  private static void notifyThenWait(Trace trace) {
    for (int peer = 0; peer < trace.ranks(); peer++) {
      if (peer != trace.rank()) {
        trace.notify(peer, "arrived", trace.rank(), Update.ADD, 1, 3);
      }
    }
    for (int peer = 0; peer < trace.ranks(); peer++) {
      if (peer != trace.rank()) {
        trace.await("arrived", peer, Relation.GE, 1, 5);
      }
    }
  }

  private static DeadlockVerdict verdict(int ranks, Consumer<Trace> program) {
    return Deadlock.verdict(traces(ranks, program));
  }

  private static List<Trace> traces(int ranks, Consumer<Trace> program) {
    List<Trace> traces = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Trace trace = new Trace(rank, ranks);
      program.accept(trace);
      traces.add(trace);
    }
    return traces;
  }

  private static String reason(DeadlockVerdict verdict) {
    return ((NotDecided) verdict).reason();
  }
}
