package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.at;
import static dev.smalti.lang.Smalti.shape;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Signal;
import dev.smalti.lang.World;
import dev.smalti.runtime.CancelledException;
import dev.smalti.runtime.Core;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.Run;
import dev.smalti.runtime.RunTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that read cells in a loop let the others run, on every pool, however many they are. */
@Timeout(120)
final class PollingTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 64})
  void theLastRankEndsTheLoopsOfAllOthers(int ranks) {
    onPools(
        ranks,
        program -> {
          for (int repetition = 0; repetition < 10; repetition++) {
            program.run(
                dispatch -> {
                  Signal go = dispatch.signal("go", 1, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        core.enter(Scripted.KERNEL);
                        if (rank == ranks - 1) {
                          for (int peer = 0; peer < rank; peer++) {
                            Scripted.raise(core, go, peer, 0, 8);
                          }
                        } else {
                          poll(core, go, 0, 1);
                        }
                        core.leave();
                      });
                });
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 8})
  void aTokenGoesRoundByReads(int ranks) {
    onPools(
        ranks,
        program ->
            program.run(
                dispatch -> {
                  Signal token = dispatch.signal("token", 1, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        for (int round = 1; round <= 3; round++) {
                          if (rank == 0) {
                            Scripted.raise(core, token, 1, 0, 8);
                          }
                          poll(core, token, 0, round);
                          if (rank != 0) {
                            Scripted.raise(core, token, (rank + 1) % ranks, 0, 8);
                          }
                        }
                      });
                }));
  }

  @Test
  void aLoopMayReadManyCellsAndNotifyToo() {
    int ranks = 6;
    onPools(
        ranks,
        program ->
            program.run(
                dispatch -> {
                  Signal cells = dispatch.signal("cells", 40, 1);
                  Signal beats = dispatch.signal("beats", 1, 1);
                  dispatch.forEachRank(
                      (core, rank) -> {
                        for (int peer = 0; peer < ranks && rank == ranks - 1; peer++) {
                          Scripted.raise(core, cells, peer, 17, 8);
                        }
                        int sum = 0;
                        while (sum == 0) {
                          core.poll();
                          Scripted.raise(core, beats, rank, 0, 9);
                          for (int cell = 0; cell < 40; cell++) {
                            sum += core.read(cells, cell, 10);
                          }
                        }
                      });
                }));
  }

  @Test
  void aMethodAsItStandsMayPoll() {
    int ranks = 8;
    World.eager(ranks)
        .run(
            world -> {
              Signal go = world.signal(shape(1));
              world.forEachRank(
                  rank -> {
                    if (rank == ranks - 1) {
                      for (int peer = 0; peer < rank; peer++) {
                        go.notify(peer, at(0));
                      }
                    } else {
                      int seen = 0;
                      while (seen < 1) {
                        seen = go.read(at(0));
                      }
                    }
                  });
            });
  }

  @Test
  void anEntryOfAScheduleEndsWhenItsRankPolls() {
    try (DevicePool pool = DevicePool.seeded(2, "0.9,1.8");
        Scripted program = Scripted.program().prepare(pool)) {
      program.run(PollingTest::oneWaitsForOne);
    }
  }

  /** Between the notify and the read of rank 0 rank 1 may answer, or not. */
  @Test
  void aReadIsAStepOfTheSeededPool() {
    Set<Integer> seen = new TreeSet<>();
    for (long seed = 0; seed < 40; seed++) {
      try (DevicePool pool = DevicePool.seeded(2, seed);
          Scripted program = Scripted.program().prepare(pool)) {
        program.run(
            dispatch -> {
              Signal ask = dispatch.signal("ask", 1, 1);
              Signal answer = dispatch.signal("answer", 1, 1);
              dispatch.forEachRank(
                  (core, rank) -> {
                    if (rank == 0) {
                      Scripted.raise(core, ask, 1, 0, 5);
                      seen.add(core.read(answer, 0, 6));
                    } else {
                      Scripted.await(core, ask, 0, 1, 7);
                      Scripted.raise(core, answer, 0, 0, 8);
                    }
                  });
            });
      }
    }
    assertThat(seen).containsExactly(0, 1);
  }

  @Test
  void ranksThatAllPollForEverCanBeCancelled() {
    int ranks = 8;
    onPools(
        ranks,
        program -> {
          AtomicInteger begun = new AtomicInteger();
          Run run = program.submit(allPoll(begun));
          RunTimeoutException late =
              assertThrows(RunTimeoutException.class, () -> waitFor(run, begun, ranks));
          assertThat(late)
              .hasMessageThat()
              .endsWith(
                  """
                  it goes on, join it again or cancel it
                    ranks 0 to 7 read go[0, 0] again and again at Ring.java:9, which hold 0\
                  """);
          run.cancel();
          CancelledException cancelled = assertThrows(CancelledException.class, run::join);
          assertThat(String.valueOf(cancelled.getMessage()).lines().toList().getFirst())
              .endsWith(" was cancelled: Run.cancel() was called");
          assertThat(cancelled)
              .hasMessageThat()
              .endsWith(
                  "\n  ranks 0 to 7 were stopped while they read go[0, 0] again and again at"
                      + " Ring.java:9");
          program.run(PollingTest::oneWaitsForOne);
        });
  }

  /** A poll that takes a long time must not end the reads of many different cells. */
  @Test
  void aLongWalkOverManyCellsIsNoPoll() {
    int cells = 20_000;
    try (DevicePool pool = DevicePool.threads(4);
        Scripted program = Scripted.program().prepare(pool)) {
      AtomicInteger sum = new AtomicInteger();
      long start = System.nanoTime();
      program.run(
          dispatch -> {
            Signal counts = dispatch.signal("counts", cells, 1);
            dispatch.forEachRank(
                (core, rank) -> {
                  for (int cell = 0; cell < cells; cell++) {
                    sum.addAndGet(core.read(counts, cell, 4) + 1);
                  }
                });
          });
      assertThat(sum.get()).isEqualTo(4 * cells);
      assertWithMessage("not a millisecond of sleep for each cell")
          .that(System.nanoTime() - start)
          .isLessThan(cells * 1_000_000L);
    }
  }

  // ---- tools

  private static void oneWaitsForOne(Dispatch dispatch) {
    Signal go = dispatch.signal("go", 1, 1);
    dispatch.forEachRank(
        (core, rank) -> {
          if (rank == 0) {
            poll(core, go, 0, 1);
          } else if (rank == 1) {
            Scripted.raise(core, go, 0, 0, 8);
          }
        });
  }

  private static Consumer<Dispatch> allPoll(AtomicInteger begun) {
    return dispatch -> {
      Signal go = dispatch.signal("go", 1, 1);
      dispatch.forEachRank(
          (core, _) -> {
            core.enter(Scripted.KERNEL);
            core.read(go, 0, 9);
            core.read(go, 0, 9);
            core.read(go, 0, 9);
            begun.incrementAndGet();
            poll(core, go, 0, 1);
          });
    };
  }

  /** What generated code makes of {@code while (signal.read(at(cell)) < least)}. */
  private static void poll(Core core, Signal signal, long cell, int least) {
    while (core.read(signal, core.cell(signal, 9, cell, 0), 9) < least) {
      core.poll();
    }
  }

  private static void waitFor(Run run, AtomicInteger begun, int ranks) {
    while (begun.get() < ranks) {
      Thread.onSpinWait();
    }
    run.join(Duration.ofMillis(5));
  }

  private static void onPools(int ranks, Consumer<Scripted> test) {
    List<DevicePool> pools =
        new ArrayList<>(
            List.of(
                DevicePool.threads(ranks),
                DevicePool.seeded(ranks, 5),
                DevicePool.seeded(ranks, ""),
                Jitter.threads(ranks, 5)));
    for (DevicePool pool : pools) {
      try (pool;
          Scripted program = Scripted.program().prepare(pool)) {
        test.accept(program);
      }
    }
  }
}
