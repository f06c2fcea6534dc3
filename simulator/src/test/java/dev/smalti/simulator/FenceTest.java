package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Window;
import dev.smalti.lang.World;
import dev.smalti.runtime.CancelledException;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.StalledException;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the host does between dispatches: it waits for those before, and those after for it. */
@Timeout(60)
final class FenceTest {
  private static final int RANKS = 3;

  private static void onPools(Consumer<Scripted> test) {
    for (DevicePool pool :
        List.of(
            DevicePool.threads(RANKS),
            DevicePool.seeded(RANKS, 5),
            Jitter.threads(RANKS, 5),
            WeakMemory.seeded(RANKS, 5))) {
      try (pool;
          Scripted program = Scripted.program().prepare(pool)) {
        test.accept(program);
      }
    }
  }

  @Test
  void theHostSeesWhatIsBeforeAndNothingOfWhatIsAfter() {
    onPools(
        program -> {
          int[] written = new int[RANKS];
          List<Integer> sums = new ArrayList<>();
          program.run(
              dispatch -> {
                for (int round = 1; round <= 50; round++) {
                  int now = round;
                  dispatch.forEachRank((_, rank) -> written[rank] += now - 1);
                  dispatch.forEachRank((_, rank) -> written[rank]++);
                  dispatch.fence(Scripted.KERNEL, "seen.accept", 9);
                  int sum = 0;
                  for (int rank = 0; rank < RANKS; rank++) {
                    sum += written[rank];
                    written[rank] = 0;
                  }
                  sums.add(sum);
                }
              });
          assertThat(sums).hasSize(50);
          for (int round = 1; round <= 50; round++) {
            assertThat(sums.get(round - 1)).isEqualTo(RANKS * round);
          }
        });
  }

  /** No signal is between the write of a window and the read of a peer, the host is. */
  @Test
  void windowsArePublishedToWhatIsAfter() {
    onPools(
        program ->
            program.run(
                dispatch -> {
                  Window<F32> data = dispatch.window("data", Smalti.F32, 1, 4);
                  for (int round = 1; round <= 10; round++) {
                    float value = round;
                    dispatch.forEachRank(
                        (core, rank) ->
                            core.instance(data, rank, 3).set(ValueLayout.JAVA_FLOAT, 0, value));
                    dispatch.fence(Scripted.KERNEL, "seen.accept", 4);
                    dispatch.forEachRank(
                        (core, rank) ->
                            assertThat(
                                    core.instance(data, (rank + 1) % RANKS, 5)
                                        .get(ValueLayout.JAVA_FLOAT, 0))
                                .isEqualTo(value));
                    dispatch.fence(Scripted.KERNEL, "seen.accept", 6);
                  }
                }));
  }

  @Test
  void aWaitThatALaterDispatchWouldEndIsAStall() {
    onPools(
        program -> {
          StalledException stalled =
              program.failure(
                  StalledException.class,
                  dispatch -> {
                    Signal go = dispatch.signal("go", 1, 1);
                    dispatch.forEachRank(
                        (core, rank) -> {
                          if (rank == 1) {
                            Scripted.await(core, go, 0, 1, 5);
                          }
                        });
                    dispatch.fence(Scripted.KERNEL, "verify.accept", 7);
                    throw new AssertionError("the callback was called");
                  });
          assertThat(stalled).hasMessageThat().contains("rank 1 waits at line:5 for go[0, 0] >= 1");
          assertThat(stalled)
              .hasMessageThat()
              .endsWith(
                  "\n  verify.accept at Ring.java:7 is called when the dispatches before it are"
                      + " done: one after it cannot end a wait");
          program.run(dispatch -> dispatch.fence(Scripted.KERNEL, "verify.accept", 7));
        });
  }

  @Test
  void noCallbackAfterARankHasFailed() {
    onPools(
        program -> {
          RankFailedException failed =
              program.failure(
                  RankFailedException.class,
                  dispatch -> {
                    Signal go = dispatch.signal("go", 1, 1);
                    dispatch.forEachRank(
                        (core, rank) -> {
                          if (rank == 2) {
                            throw new IllegalStateException("on purpose");
                          }
                          Scripted.await(core, go, 0, 1, 5);
                        });
                    dispatch.fence(Scripted.KERNEL, "verify.accept", 7);
                    throw new AssertionError("the callback was called");
                  });
          assertThat(failed).hasCauseThat().hasMessageThat().isEqualTo("on purpose");
        });
  }

  /** Nobody waits for a rank that the host would have started after the callback. */
  @Test
  void whatACallbackThrowsEndsTheRun() {
    onPools(
        program -> {
          AtomicInteger calls = new AtomicInteger();
          AssertionError thrown =
              program.failure(
                  AssertionError.class,
                  dispatch -> {
                    dispatch.forEachRank((_, _) -> calls.incrementAndGet());
                    dispatch.fence(Scripted.KERNEL, "verify.accept", 7);
                    throw new AssertionError("5 expected");
                  });
          assertThat(thrown).hasMessageThat().isEqualTo("5 expected");
          assertThat(calls.get()).isEqualTo(RANKS);
          program.run(dispatch -> dispatch.forEachRank((_, _) -> calls.incrementAndGet()));
          assertThat(calls.get()).isEqualTo(2 * RANKS);
        });
  }

  @Test
  void aRunThatIsClosedMeanwhileEndsBehindTheCallback() {
    onPools(
        program -> {
          CancelledException cancelled =
              program.failure(
                  CancelledException.class,
                  dispatch -> {
                    dispatch.forEachRank((_, _) -> {});
                    dispatch.fence(Scripted.KERNEL, "verify.accept", 7);
                    Thread closer = new Thread(() -> program.close(Duration.ZERO));
                    closer.start();
                    awaitState(closer);
                    dispatch.forEachRank((_, _) -> {});
                    throw new AssertionError("it goes on");
                  });
          assertThat(cancelled).hasMessageThat().contains("Ring.all was closed");
        });
  }

  /** Until it waits for the run, which it has cancelled then. */
  private static void awaitState(Thread closer) {
    while (closer.getState() != Thread.State.WAITING
        && closer.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  /** One schedule goes on across the fence. */
  @Test
  void aScheduleIsFollowedToItsEnd() {
    try (DevicePool pool = DevicePool.seeded(2, "0.8, 1.8, 1.9, 0.9");
        Scripted program = Scripted.program().prepare(pool)) {
      List<Integer> order = new ArrayList<>();
      program.run(
          dispatch -> {
            Signal cells = dispatch.signal("cells", 2, 1);
            for (int line : new int[] {8, 9}) {
              dispatch.forEachRank(
                  (core, rank) -> {
                    Scripted.raise(core, cells, rank, rank, line);
                    order.add(10 * line + rank);
                  });
              dispatch.fence(Scripted.KERNEL, "seen.accept", 10);
            }
          });
      assertThat(order).containsExactly(80, 81, 91, 90).inOrder();
    }
  }

  // ---- programs that run as they stand

  private static void count(World world, Tensor<F32> x, Consumer<Tensor<F32>> seen) {
    for (int round : Smalti.range(20)) {
      world.forEachRank(
          rank -> {
            Thread.onSpinWait();
            Tensor<F32> own = x.at(rank);
            own.store(own.load().add(round));
          });
      seen.accept(x);
    }
  }

  @Test
  void whatTheHostReadsWaitsForTheDispatchesBefore() {
    for (int ranks : new int[] {1, 4}) {
      World world = World.eager(ranks);
      for (boolean asynchronous : new boolean[] {false, true}) {
        List<Double> seen = new ArrayList<>();
        Tensor<F32> x = Tensor.zeros(Smalti.F32, Smalti.shape(ranks, 1, 8));
        Consumer<Tensor<F32>> callback =
            tensor -> {
              seen.add(tensor.read(Smalti.at(ranks - 1, 0, 7)));
              tensor.at(0).store(tensor.at(0).load().sub(1));
            };
        if (asynchronous) {
          world.run(own -> count(own, x, callback));
        } else {
          count(world, x, callback);
        }
        assertThat(seen).hasSize(20);
        int taken = ranks == 1 ? 1 : 0; // The last rank is the first one.
        for (int round = 0; round < 20; round++) {
          assertThat(seen.get(round)).isEqualTo(round * (round + 1) / 2.0 - taken * round);
        }
      }
    }
  }

  @Test
  void aFailedDispatchFailsTheReadOfTheHost() {
    World world = World.eager(2);
    Tensor<F32> x = Tensor.zeros(Smalti.F32, Smalti.shape(1, 8));
    RankFailedException failed =
        assertThrows(
            RankFailedException.class,
            () ->
                world.run(
                    own -> {
                      own.forEachRank(
                          _ -> {
                            throw new IllegalStateException("on purpose");
                          });
                      x.load();
                      throw new AssertionError("it was read");
                    }));
    assertThat(failed).hasCauseThat().hasMessageThat().isEqualTo("on purpose");
  }
}
