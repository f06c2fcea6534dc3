package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Window;
import dev.smalti.runtime.CancelledException;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.Run;
import dev.smalti.runtime.RunTimeoutException;
import dev.smalti.runtime.StalledException;
import dev.smalti.runtime.Worker;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Order, failure, interrupt, submission and closing, the same on every pool. */
@Timeout(120)
final class RunTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void aWaitIsEndedByALaterDispatch(int ranks) {
    onPools(
        ranks,
        program ->
            program.run(
                dispatch -> {
                  Signal go = dispatch.signal("go", 1, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        if (rank == 1) {
                          Scripted.await(core, go, 0, 1, 5);
                        }
                      });
                  dispatch.forEachRank(
                      (core, rank) -> {
                        if (rank == 0) {
                          Scripted.raise(core, go, 1, 0, 8);
                        }
                      });
                }));
  }

  @Test
  void eachRankPerformsItsDispatchesInOrder() {
    onPools(
        5,
        program -> {
          List<List<Integer>> seen = new ArrayList<>();
          for (int rank = 0; rank < 5; rank++) {
            seen.add(new ArrayList<>());
          }
          program.run(
              dispatch -> {
                for (int round = 0; round < 20; round++) {
                  int number = round;
                  dispatch.forEachRank((_, rank) -> seen.get(rank).add(number));
                }
              });
          for (List<Integer> rounds : seen) {
            assertThat(rounds).isInStrictOrder();
            assertThat(rounds).hasSize(20);
          }
        });
  }

  @Test
  void aBodyWithoutDispatchEnds() {
    onPools(3, program -> program.run(_ -> {}));
  }

  @Test
  void windowsAndSignalsAreZeroInEveryRunAlsoAfterAFailure() {
    onPools(
        3,
        program -> {
          for (int repetition = 0; repetition < 6; repetition++) {
            boolean fail = repetition % 2 == 0;
            Consumer<Dispatch> body =
                dispatch -> {
                  Window<F32> data = dispatch.window("data", Smalti.F32, 1, 33);
                  Signal cells = dispatch.signal("cells", 3, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        var own = core.instance(data, rank, 3);
                        for (int i = 0; i < 33; i++) {
                          assertThat(own.getAtIndex(ValueLayout.JAVA_FLOAT, i)).isEqualTo(0f);
                          own.setAtIndex(ValueLayout.JAVA_FLOAT, i, 1f);
                        }
                        assertThat(own.address() % 64).isEqualTo(0);
                        assertThat(core.read(cells, rank, 4)).isEqualTo(0);
                        Scripted.raise(core, cells, rank, rank, 4);
                        if (fail && rank == 1) {
                          throw new IllegalStateException("on purpose");
                        }
                      });
                };
            if (fail) {
              assertThrows(RankFailedException.class, () -> program.run(body));
            } else {
              program.run(body);
            }
          }
        });
  }

  @Test
  void severalFailuresAreAllKept() {
    try (DevicePool pool = DevicePool.seeded(3, "0.3,1.3,2.3,0,1,2");
        Scripted program = Scripted.program().prepare(pool)) {
      RankFailedException failed =
          program.failure(
              RankFailedException.class,
              dispatch -> {
                Signal s = dispatch.signal("s", 3, 1);
                dispatch.forEachRank(
                    (core, rank) -> {
                      Scripted.raise(core, s, rank, 0, 3);
                      Scripted.raise(core, s, rank, 0, 4);
                      throw new IllegalStateException("rank " + rank);
                    });
              });
      assertThat(failed).hasCauseThat().hasMessageThat().isEqualTo("rank 0");
      assertThat(failed.getSuppressed()).hasLength(2);
    }
  }

  @Test
  void ranksThatRunAreStoppedAtAPoll() {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted program = Scripted.program().prepare(pool)) {
      CountDownLatch running = new CountDownLatch(1);
      RankFailedException failed =
          program.failure(
              RankFailedException.class,
              dispatch ->
                  dispatch.forEachRank(
                      (core, rank) -> {
                        core.enter(Scripted.KERNEL);
                        if (rank == 1) {
                          awaitLatch(running);
                          throw new IllegalStateException("on purpose");
                        }
                        running.countDown();
                        while (true) {
                          core.poll();
                        }
                      }));
      assertThat(failed)
          .hasMessageThat()
          .isEqualTo(
              """
              rank 1 of Ring.all on threads(2) failed in Ring.step: on purpose
                rank 0 was stopped while it ran in Ring.step\
              """);
    }
  }

  @Test
  void aHostBodyThatFailsStopsWhatItHasDispatched() {
    onPools(
        3,
        program -> {
          IllegalStateException failed =
              program.failure(
                  IllegalStateException.class,
                  dispatch -> {
                    Signal s = dispatch.signal("s", 1, 1);
                    dispatch.forEachRank((core, _) -> Scripted.await(core, s, 0, 1, 4));
                    throw new IllegalStateException("host");
                  });
          assertThat(failed).hasMessageThat().isEqualTo("host");
          assertThat(failed.getSuppressed()).isEmpty();
          program.run(_ -> {});
        });
  }

  @Test
  void anInterruptCancelsTheRun() throws Exception {
    try (DevicePool pool = DevicePool.threads(3);
        Scripted program = Scripted.program().prepare(pool)) {
      CountDownLatch running = new CountDownLatch(1);
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      AtomicBoolean flag = new AtomicBoolean();
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      program.run(endless(running));
                    } catch (CancelledException cancelled) {
                      thrown.set(cancelled);
                      flag.set(Thread.currentThread().isInterrupted());
                    }
                  });
      running.await();
      caller.interrupt();
      caller.join();
      assertThat(thrown.get())
          .hasMessageThat()
          .startsWith(
              "Ring.all on threads(3) was cancelled: the thread that waited for it was"
                  + " interrupted\n  rank 0 was stopped while it ran");
      assertThat(flag.get()).isTrue();
      program.run(_ -> {});
    }
  }

  @Test
  void submittedRunsKeepTheirOrderAndRethrowTheSame() {
    onPools(
        3,
        program -> {
          List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
          List<Run> runs = new ArrayList<>();
          for (int number = 0; number < 10; number++) {
            int n = number;
            runs.add(
                program.submit(
                    dispatch -> {
                      seen.add(n);
                      dispatch.forEachRank(
                          (_, rank) -> {
                            if (rank == 2 && n == 4) {
                              throw new IllegalStateException("four");
                            }
                          });
                    }));
          }
          program.run(_ -> seen.add(10));
          assertThat(seen).hasSize(11);
          assertThat(seen).isInStrictOrder();
          RankFailedException first =
              assertThrows(RankFailedException.class, () -> runs.get(4).join());
          RankFailedException second =
              assertThrows(
                  RankFailedException.class, () -> runs.get(4).join(Duration.ofSeconds(1)));
          assertThat(second).isSameInstanceAs(first);
          runs.get(5).join();
        });
  }

  @Test
  void aJoinWithATimeLeavesTheRunGoing() {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted program = Scripted.program().prepare(pool)) {
      CountDownLatch go = new CountDownLatch(1);
      Run run = program.submit(_ -> awaitLatch(go));
      RunTimeoutException late =
          assertThrows(RunTimeoutException.class, () -> run.join(Duration.ofMillis(5)));
      assertThat(late).hasMessageThat().contains("Ring.all has not ended within PT0.005S");
      assertThrows(IllegalArgumentException.class, () -> run.join(Duration.ofMillis(-1)));
      go.countDown();
      run.join();
    }
  }

  @Test
  void threadsTakeTurns() throws Exception {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted program = Scripted.program().prepare(pool)) {
      AtomicInteger inside = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      List<Thread> callers = new ArrayList<>();
      for (int caller = 0; caller < 4; caller++) {
        callers.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 0; i < 50; i++) {
                        program.run(
                            _ -> {
                              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                              LockSupport.parkNanos(1);
                              inside.decrementAndGet();
                            });
                      }
                    }));
      }
      for (Thread caller : callers) {
        caller.join();
      }
      assertThat(most.get()).isEqualTo(1);
    }
  }

  @Test
  void aRankCannotRunAProgramNorDispatch() {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted program = Scripted.program().prepare(pool)) {
      RankFailedException run =
          assertThrows(
              RankFailedException.class,
              () -> program.run(d -> d.forEachRank((_, _) -> program.run(_ -> {}))));
      assertThat(run).hasCauseThat().hasMessageThat().contains("Ring.all is called by a rank");
      RankFailedException dispatch =
          assertThrows(
              RankFailedException.class,
              () -> program.run(d -> d.forEachRank((_, _) -> d.forEachRank((_, _) -> {}))));
      assertThat(dispatch)
          .hasCauseThat()
          .hasMessageThat()
          .contains("only the @Host method dispatches");
    }
  }

  @Test
  void aHostBodyCannotRunAProgramOfItsPool() {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted program = Scripted.program().prepare(pool)) {
      IllegalStateException nested =
          program.failure(IllegalStateException.class, _ -> program.run(_ -> {}));
      assertThat(nested).hasMessageThat().contains("within a run of the same pool");
    }
  }

  @Test
  void signalOfAnotherRunIsRefused() {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted first = Scripted.program().prepare(pool);
        Scripted second = Scripted.program().prepare(pool)) {
      AtomicReference<Signal> kept = new AtomicReference<>();
      first.run(dispatch -> kept.set(dispatch.signal("kept", 1, 1)));
      RankFailedException failed =
          assertThrows(
              RankFailedException.class,
              () ->
                  second.run(
                      d ->
                          d.forEachRank(
                              (core, _) ->
                                  Scripted.raise(
                                      core, Objects.requireNonNull(kept.get()), 0, 0, 9))));
      assertThat(failed)
          .hasCauseThat()
          .hasMessageThat()
          .isEqualTo("line 9: signal kept [1, 1] does not belong to the run that uses it");
    }
  }

  @Test
  void peersAndCellsOutsideAreRefused() {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted program = Scripted.program().prepare(pool)) {
      RankFailedException peer =
          assertThrows(
              RankFailedException.class,
              () ->
                  program.run(
                      d -> {
                        Signal s = d.signal("s", 2, 1);
                        d.forEachRank(
                            (core, rank) -> {
                              core.enter(Scripted.KERNEL);
                              if (rank == 0) {
                                Scripted.raise(core, s, rank - 1, 0, 9);
                              }
                            });
                      }));
      assertThat(peer)
          .hasMessageThat()
          .startsWith(
              "rank 0 of Ring.all on threads(2) failed at Ring.java:9: signal s [2, 1] has no"
                  + " instance on rank -1; ranks are 0 to 1; Math.floorMod is never negative");
      RankFailedException cell =
          assertThrows(
              RankFailedException.class,
              () ->
                  program.run(
                      d -> {
                        Signal s = d.signal("s", 2, 1);
                        d.forEachRank(
                            (core, rank) -> {
                              core.enter(Scripted.KERNEL);
                              if (rank == 0) {
                                Scripted.raise(core, s, 1, 2, 9);
                              }
                            });
                      }));
      assertThat(cell).hasMessageThat().contains("Ring.java:9: signal s [2, 1] has no cell [2, 0]");
    }
  }

  @Test
  void closingTwiceIsFineAndUseAfterCloseSaysSo() {
    DevicePool pool = DevicePool.threads(2);
    Worker worker = pool.worker();
    Scripted one = worker.prepare(Scripted.program());
    Scripted two = worker.prepare(Scripted.program());
    one.run(_ -> {});
    one.close();
    one.close();
    refused("Ring.all was closed; prepare it again", () -> one.run(_ -> {}));
    refused("Ring.all was closed; prepare it again", () -> one.submit(_ -> {}));
    two.run(_ -> {});
    worker.close();
    worker.close();
    refused("Ring.all was closed; prepare it again", () -> two.run(_ -> {}));
    refused(
        "Ring.all: its worker was closed; take another one from the pool",
        () -> worker.prepare(Scripted.program()));
    Scripted three = Scripted.program().prepare(pool);
    three.run(d -> d.window("w", Smalti.F32, 1, 4));
    pool.close();
    pool.close();
    refused("the pool threads(2) was closed; open another one", () -> three.run(_ -> {}));
    refused("the pool threads(2) was closed; open another one", pool::worker);
    three.close();
  }

  @Test
  void closingWaitsForWhatWasSubmitted() {
    DevicePool pool = DevicePool.threads(3);
    Scripted program = Scripted.program().prepare(pool);
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < 5; i++) {
      program.submit(
          d ->
              d.forEachRank(
                  (_, _) -> {
                    LockSupport.parkNanos(1);
                    done.incrementAndGet();
                  }));
    }
    program.close();
    assertThat(done.get()).isEqualTo(15);
    pool.close();
  }

  @Test
  void threadsOfAClosedPoolEnd() throws Exception {
    try (DevicePool pool = DevicePool.threads(2)) {
      Scripted.program().prepare(pool).run(d -> d.forEachRank((_, _) -> {}));
    }
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().startsWith("smalti-threads(2)"))) {
      assertWithMessage("the threads end").that(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(5);
    }
  }

  @Test
  void sizesBelowOneAreRefused() {
    IllegalArgumentException none =
        assertThrows(IllegalArgumentException.class, () -> DevicePool.threads(0));
    assertThat(none)
        .hasMessageThat()
        .isEqualTo("DevicePool.threads(0): a pool has at least 1 device");
    assertThrows(IllegalArgumentException.class, () -> DevicePool.seeded(-1, 3));
  }

  @Test
  void windowsAndSignalsThatNoMemoryHoldsAreNamed() {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted program = Scripted.program().prepare(pool)) {
      OutOfMemoryError window =
          assertThrows(
              OutOfMemoryError.class,
              () -> program.run(d -> d.window("huge", Smalti.F32, 1L << 50)));
      assertThat(window)
          .hasMessageThat()
          .startsWith(
              "window huge [1125899906842624] needs 4503599627370496 bytes on each of 2 ranks: ");
      IllegalArgumentException signal =
          assertThrows(
              IllegalArgumentException.class,
              () -> program.run(d -> d.signal("huge", Integer.MAX_VALUE)));
      assertThat(signal).hasMessageThat().contains("a signal of 2147483647 cells is too large");
      program.run(_ -> {});
    }
  }

  @Test
  void argumentsOfAnotherWorldSizeAreRefused() {
    try (DevicePool pool = DevicePool.threads(2);
        RingSum program = RingSum.program().prepare(pool)) {
      Tensor<F32> three = Tensor.of(new float[12], 3, 1, 4);
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> program.run(three, three));
      assertThat(error)
          .hasMessageThat()
          .isEqualTo(
              "RingSum.reduceStep: axis 0 of inputs is declared ranks = 2, the argument has 3");
    }
  }

  @Test
  void aStalledRunThatWasSubmittedIsReportedByJoin() {
    onPools(
        2,
        program -> {
          Run run =
              program.submit(
                  d -> {
                    Signal s = d.signal("s", 1, 1);
                    d.forEachRank((core, _) -> Scripted.await(core, s, 0, 1, 4));
                  });
          assertThrows(StalledException.class, run::join);
        });
  }

  // ---- tools

  private static Consumer<Dispatch> endless(CountDownLatch running) {
    return dispatch -> {
      Signal s = dispatch.signal("s", 1, 1);
      dispatch.forEachRank(
          (core, rank) -> {
            if (rank == 0) {
              running.countDown();
              while (true) {
                core.poll();
                LockSupport.parkNanos(1);
              }
            }
            Scripted.await(core, s, 0, 1, 4);
          });
    };
  }

  private static void refused(String message, Runnable call) {
    assertThat(assertThrows(IllegalStateException.class, call::run))
        .hasMessageThat()
        .isEqualTo(message);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static void onPools(int ranks, Consumer<Scripted> test) {
    List<DevicePool> pools =
        List.of(DevicePool.threads(ranks), DevicePool.seeded(ranks, 5), Jitter.threads(ranks, 5));
    for (DevicePool pool : pools) {
      try (pool;
          Scripted program = Scripted.program().prepare(pool)) {
        test.accept(program);
      }
    }
  }
}
