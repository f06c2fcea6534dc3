package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Signal;
import dev.smalti.lang.spi.Ranks;
import dev.smalti.runtime.CancelledException;
import dev.smalti.runtime.Core;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.Run;
import dev.smalti.runtime.RunTimeoutException;
import dev.smalti.runtime.StalledException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shares of a collective on several cores of each rank. */
@Timeout(120)
final class SharesTest {
  private static final int RANKS = 3;
  private static final int CORES = 4;

  private static void onEveryPool(Consumer<Scripted> test) {
    for (DevicePool pool :
        List.of(DevicePool.threads(RANKS), DevicePool.seeded(RANKS, 7), Jitter.threads(RANKS, 7))) {
      try (pool;
          Scripted program = Scripted.program().prepare(pool)) {
        for (int repetition = 0; repetition < 20; repetition++) {
          test.accept(program);
        }
      }
    }
  }

  /** Each share meets that of the same number on all other ranks, and leaves its cells at 0. */
  private static void meet(Core core, Signal lane, int line) {
    for (int peer = 0; peer < core.ranks(); peer++) {
      Scripted.raise(core, lane, peer, core.rank(), line);
    }
    for (int peer = 0; peer < core.ranks(); peer++) {
      Scripted.await(core, lane, peer, 1, line + 1);
      core.notify(
          lane,
          core.rank(),
          core.cell(lane, line + 2, peer, 0),
          dev.smalti.lang.Update.ADD,
          -1,
          line + 2);
    }
  }

  /** What a share does with its column of cells. */
  private interface Share {
    void run(Core core, int share, Signal lane);
  }

  private static Consumer<Dispatch> spread(int cores, Share each) {
    return dispatch -> {
      Signal gate = dispatch.signal("gate", dispatch.size(), cores);
      dispatch.forEachRank(
          (core, _) ->
              core.spread(
                  Scripted.KERNEL,
                  12,
                  cores,
                  (own, share) -> {
                    own.enter(Scripted.KERNEL);
                    each.run(own, share, gate.lane(share));
                    own.leave();
                  }));
    };
  }

  @Test
  void everyShareRunsOnceAndMeetsItsPeers() {
    onEveryPool(
        program -> {
          AtomicIntegerArray runs = new AtomicIntegerArray(RANKS * CORES);
          program.run(
              spread(
                  CORES,
                  (core, share, lane) -> {
                    runs.incrementAndGet(core.rank() * CORES + share);
                    for (int round = 0; round < 10; round++) {
                      meet(core, lane, 20);
                    }
                  }));
          for (int i = 0; i < runs.length(); i++) {
            assertThat(runs.get(i)).isEqualTo(1);
          }
        });
  }

  /** On threads they run at the same time: each waits here until all of its rank have come. */
  @Test
  void sharesOfARankRunTogether() {
    try (DevicePool pool = DevicePool.threads(1);
        Scripted program = Scripted.program().prepare(pool)) {
      CountDownLatch together = new CountDownLatch(CORES);
      program.run(
          spread(
              CORES,
              (_, _, _) -> {
                together.countDown();
                try {
                  assertThat(together.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException interrupted) {
                  throw new IllegalStateException(interrupted);
                }
              }));
    }
  }

  @Test
  void aStallNamesTheCoreAndTheRank() {
    onEveryPool(
        program -> {
          StalledException stalled =
              program.failure(
                  StalledException.class,
                  spread(
                      CORES,
                      (core, share, lane) -> {
                        if (core.rank() == 1 && share == 2) {
                          return; // It lets the others wait.
                        }
                        meet(core, lane, 20);
                      }));
          assertThat(String.valueOf(stalled.getMessage()))
              .contains(
                  "\n  ranks 0, 2 wait on core 2 at Ring.java:21 for gate[1, 2] >= 1, hold 0");
        });
  }

  @Test
  void aFailingShareEndsTheRunWithItsMessage() {
    onEveryPool(
        program -> {
          RankFailedException failed =
              program.failure(
                  RankFailedException.class,
                  spread(
                      CORES,
                      (core, share, lane) -> {
                        meet(core, lane, 20);
                        if (core.rank() == 1 && share == 3) {
                          throw new ArithmeticException("Ring.java:30: / by zero");
                        }
                        meet(core, lane, 20);
                      }));
          assertThat(failed.rank()).isEqualTo(1);
          assertThat(failed).hasCauseThat().isInstanceOf(ArithmeticException.class);
          assertThat(String.valueOf(failed.getMessage()))
              .contains("failed at Ring.java:30: / by zero (core 3)");
        });
  }

  /** What runs for ever is asked to stop, and what waits as well. */
  @Test
  void aFailingShareStopsTheOthersOfItsRank() {
    try (DevicePool pool = DevicePool.threads(1);
        Scripted program = Scripted.program().prepare(pool)) {
      AtomicInteger ended = new AtomicInteger();
      assertThrows(
          RankFailedException.class,
          () ->
              program.run(
                  spread(
                      CORES,
                      (core, share, lane) -> {
                        try {
                          switch (share) {
                            case 0 -> Scripted.await(core, lane, 0, 1, 21);
                            case 1 -> throw new IllegalStateException("this one");
                            case 2 -> Scripted.await(core, lane, 0, 1, 22);
                            default -> {
                              while (true) {
                                core.poll();
                              }
                            }
                          }
                        } finally {
                          ended.incrementAndGet();
                        }
                      })));
      assertThat(ended.get()).isEqualTo(CORES);
    }
  }

  @Test
  void aCancelledRunNamesTheCore() throws InterruptedException {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted program = Scripted.program().prepare(pool)) {
      CountDownLatch begun = new CountDownLatch(2);
      Run run =
          program.submit(
              spread(
                  2,
                  (core, share, lane) -> {
                    if (share == 0) {
                      begun.countDown();
                      while (true) {
                        core.poll();
                      }
                    }
                    Scripted.await(core, lane, 0, 1, 21);
                  }));
      begun.await();
      RunTimeoutException late =
          assertThrows(RunTimeoutException.class, () -> run.join(Duration.ofMillis(200)));
      assertThat(String.valueOf(late.getMessage())).contains("on core 0");
      run.cancel();
      CancelledException cancelled = assertThrows(CancelledException.class, run::join);
      assertThat(String.valueOf(cancelled.getMessage()))
          .contains("\n  ranks 0, 1 were stopped while they ran in Ring.step on core 0");
    }
  }

  /** Ranks and cores far beyond the processors, which wait for each other in turns. */
  @Test
  void manyRanksOfManyCores() {
    try (DevicePool pool = DevicePool.threads(16);
        Scripted program = Scripted.program().prepare(pool)) {
      for (int repetition = 0; repetition < 5; repetition++) {
        program.run(
            spread(
                16,
                (core, _, lane) -> {
                  for (int round = 0; round < 5; round++) {
                    meet(core, lane, 20);
                  }
                }));
      }
    }
  }

  @Test
  void moreCoresThanADeviceHasAreRefused() {
    onEveryPool(
        program -> {
          RankFailedException failed =
              program.failure(
                  RankFailedException.class, spread(Ranks.SIMULATED_CORES + 1, (_, _, _) -> {}));
          assertThat(String.valueOf(failed.getMessage()))
              .contains("failed at Ring.java:12: cores(65); a device has 64 cores");
        });
  }
}
