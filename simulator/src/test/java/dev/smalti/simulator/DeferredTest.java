package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.GE;
import static dev.smalti.lang.Smalti.I32;
import static dev.smalti.lang.Smalti.SET;
import static dev.smalti.lang.Smalti.after;
import static dev.smalti.lang.Smalti.at;
import static dev.smalti.lang.Smalti.range;
import static dev.smalti.lang.Smalti.shape;
import static dev.smalti.lang.Smalti.submit;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Compare;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Task;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Update;
import dev.smalti.lang.Window;
import dev.smalti.lang.World;
import dev.smalti.runtime.CancelledException;
import dev.smalti.runtime.Core;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.Kernel;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.Run;
import dev.smalti.runtime.StalledException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks behind conditions: they hold no thread, and hold nothing up. */
@Timeout(120)
final class DeferredTest {
  private static final int RANKS = 3;
  private static final Kernel COPY = new Kernel("Deferred.copy", "Deferred.java");

  // ---- as compiled code does it

  /** More waiters than there are threads, and who lets them go comes last. */
  @Test
  void manyTasksWaitWithoutAThread() {
    int waiters = 1_000;
    onEveryPool(
        5,
        program -> {
          AtomicInteger done = new AtomicInteger();
          program.run(
              dispatch -> {
                Signal arrived = dispatch.signal("arrived", 1, 1);
                dispatch.forEachRank(
                    (core, rank) -> {
                      for (int waiter = 0; waiter < waiters; waiter++) {
                        Task ready = reaches(core, arrived, 1, 10);
                        core.submit(COPY, 11, _ -> done.incrementAndGet(), after(ready));
                      }
                      Scripted.raise(core, arrived, (rank + 1) % RANKS, 0, 12);
                    });
              });
          assertThat(done.get()).isEqualTo(RANKS * waiters);
        });
  }

  /** What is complete when a task is submitted holds nothing up: it runs there and then. */
  @Test
  void aConditionThatHoldsLetsItsTaskRunAtOnce() {
    onEveryPool(
        20,
        program -> {
          List<Integer> order = Collections.synchronizedList(new ArrayList<>());
          program.run(
              dispatch -> {
                Signal arrived = dispatch.signal("arrived", 1, 1);
                dispatch.forEachRank(
                    (core, rank) -> {
                      if (rank == 0) {
                        Scripted.raise(core, arrived, 0, 0, 9);
                        core.submit(
                            COPY, 11, _ -> order.add(1), after(reaches(core, arrived, 1, 10)));
                        core.submit(COPY, 12, _ -> order.add(2));
                      }
                    });
              });
          assertThat(order).containsExactly(1, 2).inOrder();
        });
  }

  /** A rank in a wait runs the task that lets a peer end that wait. */
  @Test
  void whoWaitsInAKernelLetsTasksRun() {
    onEveryPool(
        20,
        program ->
            program.run(
                dispatch -> {
                  Signal first = dispatch.signal("first", 1, 1);
                  Signal second = dispatch.signal("second", 1, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        int next = (rank + 1) % RANKS;
                        core.submit(
                            COPY,
                            11,
                            mine -> Scripted.raise(mine, second, next, 0, 5),
                            after(reaches(core, first, 1, 10)));
                        Scripted.raise(core, first, next, 0, 12);
                        Scripted.await(core, second, 0, 1, 13);
                      });
                }));
  }

  /** Two tasks that wait inside, each for what the other one does: neither holds the other up. */
  @Test
  void tasksThatWaitInsideHoldUpThemselvesOnly() {
    onEveryPool(
        20,
        program ->
            program.run(
                dispatch -> {
                  Signal go = dispatch.signal("go", 1, 1);
                  Signal left = dispatch.signal("left", 1, 1);
                  Signal right = dispatch.signal("right", 1, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        core.submit(
                            COPY,
                            11,
                            mine -> {
                              Scripted.await(mine, left, 0, 1, 3);
                              Scripted.raise(mine, right, rank, 0, 4);
                              Scripted.await(mine, left, 0, 2, 5);
                            },
                            after(reaches(core, go, 1, 10)));
                        core.submit(
                            COPY,
                            13,
                            mine -> {
                              Scripted.raise(mine, left, rank, 0, 6);
                              Scripted.await(mine, right, 0, 1, 7);
                              Scripted.raise(mine, left, rank, 0, 8);
                            },
                            after(reaches(core, go, 1, 12)));
                        Scripted.raise(core, go, (rank + 1) % RANKS, 0, 14);
                      });
                }));
  }

  /** A chain, and a task after several ones. */
  @Test
  void tasksComeAfterWhatTheyName() {
    onEveryPool(
        20,
        program -> {
          List<Integer> order = Collections.synchronizedList(new ArrayList<>());
          program.run(
              dispatch -> {
                Signal arrived = dispatch.signal("arrived", 2, 1);
                Signal go = dispatch.signal("go", 1, 1);
                dispatch.forEachRank(
                    (core, rank) -> {
                      if (rank == 0) {
                        Task late = reaches(core, arrived, 1, 1, 10);
                        Task early = reaches(core, arrived, 0, 1, 10);
                        Task first = core.submit(COPY, 11, _ -> order.add(1), after(early));
                        Task second = core.submit(COPY, 12, _ -> order.add(2), after(late, first));
                        core.submit(COPY, 13, _ -> order.add(3), after(first), after(second));
                        core.submit(COPY, 14, _ -> order.add(0)); // Before any condition can hold.
                        Scripted.raise(core, go, 1, 0, 16);
                        Scripted.raise(core, go, 2, 0, 16);
                      } else {
                        Scripted.await(core, go, 0, 1, 17);
                        Scripted.raise(core, arrived, 0, rank - 1, 15);
                      }
                    });
              });
          assertThat(order).containsExactly(0, 1, 2, 3).inOrder();
        });
  }

  /** The next dispatch of a rank begins when all tasks of the one before are complete. */
  @Test
  void aDispatchIsDoneWhenItsTasksAre() {
    onEveryPool(
        20,
        program -> {
          AtomicInteger done = new AtomicInteger();
          List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
          program.run(
              dispatch -> {
                Signal arrived = dispatch.signal("arrived", 1, 1);
                dispatch.forEachRank(
                    (core, rank) -> {
                      if (rank == 0) {
                        core.submit(
                            COPY,
                            11,
                            _ -> done.incrementAndGet(),
                            after(reaches(core, arrived, RANKS, 10)));
                      }
                      Scripted.raise(core, arrived, 0, 0, 12);
                    });
                dispatch.forEachRank(
                    (_, rank) -> {
                      if (rank == 0) {
                        seen.add(done.get());
                      }
                    });
              });
          assertThat(seen).containsExactly(1);
        });
  }

  /** Deferred tasks have scratch of their own: that of a kernel that waits keeps. */
  @Test
  void scratchOfAWaitingKernelKeeps() {
    onEveryPool(
        20,
        program ->
            program.run(
                dispatch -> {
                  Signal arrived = dispatch.signal("arrived", 2, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        core.submit(
                            COPY,
                            11,
                            mine -> {
                              mine.ints(0, 4)[0] = -1;
                              Scripted.raise(mine, arrived, rank, 1, 5);
                            },
                            after(reaches(core, arrived, 0, 1, 10)));
                        int[] kept = core.ints(0, 4);
                        kept[0] = rank + 1;
                        Scripted.raise(core, arrived, (rank + 1) % RANKS, 0, 12);
                        Scripted.await(core, arrived, 1, 1, 13);
                        assertThat(kept[0]).isEqualTo(rank + 1);
                      });
                }));
  }

  @Test
  void aConditionThatNobodyEndsIsNamedAsAWait() {
    onEveryPool(
        20,
        program -> {
          StalledException stalled =
              program.failure(
                  StalledException.class,
                  dispatch -> {
                    Signal arrived = dispatch.signal("arrived", 1, 1);
                    dispatch.forEachRank(
                        (core, rank) -> {
                          core.enter(COPY);
                          if (rank == 1) {
                            for (int i = 0; i < 4; i++) {
                              Task ready = reaches(core, arrived, 2, 10);
                              core.submit(COPY, 11, _ -> {}, after(ready));
                            }
                            Scripted.raise(core, arrived, 1, 0, 12);
                          }
                          core.leave();
                        });
                  });
          assertThat(String.valueOf(stalled.getMessage()).replaceFirst("on .*: every", "on POOL:"))
              .isEqualTo(
                  """
                  Ring.all on POOL: rank is blocked or finished, and no wait can end
                    rank 1 waits at Deferred.java:10 for arrived[0, 0] >= 2, holds 1
                      last notifies of rank 1: rank 1 arrived[0, 0] at line 12
                    ranks 0, 2 finished\
                  """);
        });
  }

  /** A wait in the dispatch, one in a task that has begun, and a condition. */
  @Test
  void allWaitsOfARankAreNamed() {
    onEveryPool(
        20,
        program -> {
          StalledException stalled =
              program.failure(
                  StalledException.class,
                  dispatch -> {
                    Signal arrived = dispatch.signal("arrived", 3, 1);
                    dispatch.forEachRank(
                        (core, rank) -> {
                          if (rank > 0) {
                            return;
                          }
                          core.enter(COPY);
                          Task ready = reaches(core, arrived, 0, 0, 10);
                          core.submit(
                              COPY,
                              11,
                              mine -> {
                                mine.enter(COPY);
                                Scripted.await(mine, arrived, 1, 7, 12);
                              },
                              after(ready));
                          reaches(core, arrived, 2, 5, 13);
                          Scripted.await(core, arrived, 0, 3, 14);
                        });
                  });
          String text = String.valueOf(stalled.getMessage());
          assertThat(text).contains("waits at Deferred.java:14 for arrived[0, 0] >= 3, holds 0");
          assertThat(text).contains("waits at Deferred.java:12 for arrived[1, 0] >= 7, holds 0");
          assertThat(text).contains("waits at Deferred.java:13 for arrived[2, 0] >= 5, holds 0");
          assertThat(text.lines().toList()).hasSize(5);
        });
  }

  @Test
  void theExceptionOfADeferredTaskIsThatOfItsRank() {
    onEveryPool(
        20,
        program -> {
          RankFailedException failed =
              program.failure(
                  RankFailedException.class,
                  dispatch -> {
                    Signal arrived = dispatch.signal("arrived", 2, 1);
                    dispatch.forEachRank(
                        (core, rank) -> {
                          Task ready = reaches(core, arrived, 0, 1, 10);
                          core.submit(
                              COPY,
                              11,
                              mine -> {
                                mine.enter(COPY);
                                mine.poll();
                                if (rank == 2) {
                                  throw new ArithmeticException("no");
                                }
                              },
                              after(ready));
                          Scripted.raise(core, arrived, (rank + 1) % RANKS, 0, 12);
                          Scripted.await(core, arrived, 1, 1, 13);
                        });
                  });
          assertThat(failed.rank()).isEqualTo(2);
          assertThat(failed).hasCauseThat().isInstanceOf(ArithmeticException.class);
          assertThat(failed).hasMessageThat().contains("in Deferred.copy: no");
        });
  }

  /** The same program runs afterwards, and nothing of the run before is left. */
  @Test
  void afterAStallTheNextRunIsClean() {
    onEveryPool(
        5,
        program -> {
          for (int round = 0; round < 3; round++) {
            assertThrows(StalledException.class, () -> program.run(DeferredTest::waitForNobody));
            AtomicInteger done = new AtomicInteger();
            program.run(
                dispatch -> {
                  Signal arrived = dispatch.signal("arrived", 1, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        core.submit(
                            COPY,
                            11,
                            _ -> done.incrementAndGet(),
                            after(reaches(core, arrived, 1, 10)));
                        Scripted.raise(core, arrived, (rank + 1) % RANKS, 0, 12);
                      });
                });
            assertThat(done.get()).isEqualTo(RANKS);
          }
        });
  }

  private static void waitForNobody(Dispatch dispatch) {
    Signal arrived = dispatch.signal("arrived", 1, 1);
    dispatch.forEachRank(
        (core, _) -> core.submit(COPY, 11, _ -> {}, after(reaches(core, arrived, 1, 10))));
  }

  /** One rank never ends by itself, so nobody is stalled; the others wait for conditions. */
  @Test
  void cancelEndsConditionsAndTasksThatHaveBegun() throws InterruptedException {
    try (DevicePool pool = DevicePool.threads(RANKS);
        Scripted program = Scripted.program().prepare(pool)) {
      for (int repetition = 0; repetition < 20; repetition++) {
        CountDownLatch begun = new CountDownLatch(RANKS);
        Run run =
            program.submit(
                dispatch -> {
                  Signal arrived = dispatch.signal("arrived", 2, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        Task open = reaches(core, arrived, 0, 1, 10);
                        core.submit(COPY, 11, _ -> {}, after(open));
                        core.submit(
                            COPY,
                            11,
                            mine -> Scripted.await(mine, arrived, 1, 1, 12),
                            after(reaches(core, arrived, 0, 0, 10)));
                        begun.countDown();
                        while (rank == 0) {
                          core.poll();
                        }
                      });
                });
        begun.await();
        run.cancel();
        assertThrows(CancelledException.class, run::join);
      }
    }
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      assertThat(thread.getName()).doesNotContain("smalti-threads(3)");
    }
  }

  /** A loop that reads in vain lets the tasks of its rank run. */
  @Test
  void whoPollsLetsTasksRun() {
    onEveryPool(
        5,
        program ->
            program.run(
                dispatch -> {
                  Signal arrived = dispatch.signal("arrived", 2, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        core.submit(
                            COPY,
                            11,
                            mine -> Scripted.raise(mine, arrived, rank, 1, 5),
                            after(reaches(core, arrived, 0, 1, 10)));
                        Scripted.raise(core, arrived, (rank + 1) % RANKS, 0, 12);
                        while (core.read(arrived, core.cell(arrived, 13, 1, 0), 13) < 1) {
                          core.poll();
                        }
                      });
                }));
  }

  private static Task reaches(Core core, Signal signal, int value, int line) {
    return reaches(core, signal, 0, value, line);
  }

  private static Task reaches(Core core, Signal signal, long cell, int value, int line) {
    return core.reaches(signal, core.cell(signal, line, cell, 0), Compare.GE, value, line);
  }

  private static void onEveryPool(int repetitions, Consumer<Scripted> test) {
    List<DevicePool> pools =
        List.of(DevicePool.threads(RANKS), DevicePool.seeded(RANKS, 7), Jitter.threads(RANKS, 7));
    for (DevicePool pool : pools) {
      try (pool;
          Scripted program = Scripted.program().prepare(pool)) {
        for (int repetition = 0; repetition < repetitions; repetition++) {
          test.accept(program);
        }
      }
    }
  }

  // ---- as it stands

  private static final int WAITERS = 16;

  private static void copy(Tensor<I32> from, Tensor<I32> to) {
    to.store(from.load());
  }

  private static void publish(
      Tensor<I32> input, Window<I32> payload, Signal signal, int peer, int epoch) {
    payload.remoteStore(peer, input.load());
    signal.notify(peer, at(0, 0), SET, epoch);
  }

  private static void perDevice(
      Tensor<I32> input, Tensor<I32> output, Window<I32> payload, Signal signal, int peer) {
    int epoch = input.readInt(at(0, 0));
    for (int slot : range(WAITERS)) {
      Task arrived = signal.reaches(at(0, 0), GE, epoch);
      Task copied = submit(() -> copy(payload, output.row(slot)), after(arrived));
      assertThat(copied).isNotNull();
    }
    publish(input, payload, signal, peer, epoch);
  }

  @Test
  void asItStandsWithAnyNumberOfRanks() {
    for (int ranks : List.of(1, 2, 3, 5, 16)) {
      exchange(ranks);
    }
  }

  private static void exchange(int ranks) {
    Tensor<I32> inputs = Tensor.zeros(I32, shape(ranks, 1, 8));
    Tensor<I32> outputs = Tensor.zeros(I32, shape(ranks, WAITERS, 8));
    for (int rank = 0; rank < ranks; rank++) {
      for (int lane = 0; lane < 8; lane++) {
        inputs.write(at(rank, 0, lane), lane == 0 ? 3 : rank + 1);
      }
    }
    World.eager(ranks)
        .run(
            world -> {
              Window<I32> payload = world.window(I32, shape(1, 8));
              Signal signal = world.signal(shape(1, 1));
              world.forEachRank(
                  r -> perDevice(inputs.at(r), outputs.at(r), payload, signal, (r + 1) % ranks));
            });
    for (int rank = 0; rank < ranks; rank++) {
      for (int slot = 0; slot < WAITERS; slot++) {
        for (int lane = 0; lane < 8; lane++) {
          assertWithMessage("rank %s of %s, slot %s, lane %s", rank, ranks, slot, lane)
              .that(outputs.readInt(at(rank, slot, lane)))
              .isEqualTo(lane == 0 ? 3 : (rank + ranks - 1) % ranks + 1);
        }
      }
    }
  }

  @Test
  void asItStandsAStallNamesTheConditions() {
    StalledException stalled =
        assertThrows(
            StalledException.class,
            () ->
                World.eager(2)
                    .run(
                        world -> {
                          Signal signal = world.signal(shape(2));
                          world.forEachRank(
                              _ -> {
                                Task never = signal.reaches(at(1), GE, 4);
                                submit(() -> {}, after(never));
                              });
                        }));
    assertThat(stalled).hasMessageThat().contains("ranks 0, 1 wait at DeferredTest.java:");
    assertThat(stalled).hasMessageThat().contains("[1] >= 4, hold 0");
  }

  @Test
  void asItStandsOneRankNamesThemToo() {
    IllegalStateException stalled =
        assertThrows(
            IllegalStateException.class,
            () ->
                World.eager(1)
                    .run(
                        world -> {
                          Signal signal = world.signal(shape(2));
                          world.forEachRank(
                              _ -> {
                                Task never = signal.reaches(at(1), GE, 4);
                                submit(() -> signal.await(at(0)), after(never));
                                submit(() -> {}, after(signal.reaches(at(0), GE, 1)));
                              });
                        }));
    assertThat(stalled).hasMessageThat().contains("[1] >= 4, holds 0");
    assertThat(stalled).hasMessageThat().contains("[0] >= 1, holds 0");
  }

  @Test
  void asItStandsTheExceptionOfATaskIsThrown() {
    assertThrows(
        UnsupportedOperationException.class,
        () ->
            World.eager(1)
                .run(
                    world -> {
                      Signal signal = world.signal(shape(1));
                      world.forEachRank(
                          r -> {
                            submit(
                                () -> {
                                  throw new UnsupportedOperationException("task");
                                },
                                after(signal.reaches(at(0), GE, 1)));
                            signal.notify(r, at(0));
                          });
                    }));
    assertThrows(
        RankFailedException.class,
        () ->
            World.eager(2)
                .run(
                    world -> {
                      Signal signal = world.signal(shape(1));
                      world.forEachRank(
                          r -> {
                            submit(
                                () -> {
                                  throw new UnsupportedOperationException("task");
                                },
                                after(signal.reaches(at(0), GE, 1)));
                            signal.notify(1 - r, at(0), Update.ADD, 1);
                          });
                    }));
  }

  @Test
  void arraysOfTasksNeedATaskInEachPlace() {
    Task[] tasks = new Task[2];
    tasks[0] = submit(() -> {});
    IllegalArgumentException none =
        assertThrows(IllegalArgumentException.class, () -> after(tasks));
    assertThat(none).hasMessageThat().contains("place 1 of 2 has no task yet");
  }
}
