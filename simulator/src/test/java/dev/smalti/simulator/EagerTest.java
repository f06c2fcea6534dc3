package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.ADD;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.GE;
import static dev.smalti.lang.Smalti.I32;
import static dev.smalti.lang.Smalti.at;
import static dev.smalti.lang.Smalti.range;
import static dev.smalti.lang.Smalti.shape;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Domain;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;
import dev.smalti.lang.Window;
import dev.smalti.lang.World;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.StalledException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Annotated methods as they stand, on several ranks. */
@Timeout(120)
final class EagerTest {
  private static final int SIZE = 5;
  private static final float SENTINEL = -777.25f;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 64})
  void allReduceWhereItStands(int ranks) {
    checkAllReduce(ranks, (in, out) -> allReduce(World.eager(ranks), in, out));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 64})
  void allReduceInARun(int ranks) {
    checkAllReduce(ranks, (in, out) -> World.eager(ranks).run(world -> allReduce(world, in, out)));
  }

  /** One world, many programs: the memory of each is freed when nothing can reach it. */
  @Test
  void aWorldServesManyPrograms() {
    World world = World.eager(3);
    for (int repetition = 0; repetition < 200; repetition++) {
      checkAllReduce(3, (in, out) -> allReduce(world, in, out));
    }
  }

  /** A handle that outlived its run names no memory of another one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatARunMadeIsRefusedLater(int ranks) {
    World world = World.eager(ranks);
    List<World> worlds = new ArrayList<>();
    List<Window<F32>> windows = new ArrayList<>();
    List<Signal> signals = new ArrayList<>();
    world.run(
        inner -> {
          worlds.add(inner);
          windows.add(inner.window(F32, shape(SIZE)));
          signals.add(inner.signal(shape(ranks)));
          inner.forEachRank(_ -> windows.getFirst().store(Tile.fill(F32, shape(1, SIZE), 1)));
        });
    Window<F32> stale = windows.getFirst();
    Signal told = signals.getFirst();
    Tile<F32> tile = Tile.fill(F32, shape(1, SIZE), 2);
    List<Runnable> dispatched =
        List.of(
            stale::load,
            () -> stale.store(tile),
            () -> stale.remoteLoad(0),
            () -> stale.remoteStore(0, tile),
            () -> stale.put(0, Tensor.zeros(F32, shape(SIZE))),
            () -> stale.get(0, Tensor.zeros(F32, shape(SIZE))),
            () -> told.notify(0, at(0)),
            () -> told.read(at(0)));
    for (Runnable use : dispatched) {
      for (World later : List.of(world, World.eager(ranks))) {
        String said = refusal(() -> later.forEachRank(_ -> use.run()));
        assertThat(said).contains("has no rank here; use it in a call that forEachRank makes");
        assertThat(refusal(use)).contains("has no rank here");
      }
    }
    for (Runnable use :
        List.<Runnable>of(
            told::barrier,
            () -> worlds.getFirst().forEachRank(_ -> {}),
            () -> worlds.getFirst().signal(shape(1)),
            () -> worlds.getFirst().window(F32, shape(1)),
            () -> worlds.getFirst().devices(0, 1))) {
      assertThat(refusal(use)).contains("the run that made this world, window or signal has ended");
    }
  }

  private static String refusal(Runnable use) {
    return String.valueOf(assertThrows(RuntimeException.class, use::run).getMessage());
  }

  @Test
  void barriersAreReusable() {
    int ranks = 6;
    World.eager(ranks)
        .run(
            world -> {
              Signal meeting = world.signal(shape(ranks, 1));
              AtomicInteger arrived = new AtomicInteger();
              world.forEachRank(
                  _ -> {
                    for (int round = 1; round <= 30; round++) {
                      arrived.incrementAndGet();
                      meeting.barrier();
                      assertThat(arrived.get()).isAtLeast(round * ranks);
                      meeting.barrier();
                    }
                  });
            });
  }

  @Test
  void aStallNamesTheLineAndTheRunThatMayHelp() {
    StalledException stalled =
        assertThrows(StalledException.class, () -> waitForALaterDispatch(World.eager(3)));
    int line = lineOf("waitHere");
    assertThat(stalled)
        .hasMessageThat()
        .isEqualTo(
            """
            World.eager(3): every rank is blocked or finished, and no wait can end
              rank 1 waits at EagerTest.java:%d for go[0, 0] >= 1, holds 0
              ranks 0, 2 finished
              If a later dispatch would end a wait: World.eager(3).run(world -> ...) waits at its end only, not after each forEachRank.\
            """
                .formatted(line));
  }

  @Test
  void aRunEndsWaitsByLaterDispatches() {
    World.eager(3).run(EagerTest::waitForALaterDispatch);
  }

  @Test
  void aFailureNamesTheUsersLine() {
    RankFailedException failed =
        assertThrows(
            RankFailedException.class,
            () ->
                World.eager(2)
                    .run(
                        world -> {
                          Signal s = world.signal(shape(1, 1));
                          world.forEachRank(
                              rank -> {
                                if (rank == 1) {
                                  fail(s.read(at(0, 0)));
                                }
                                waitHere(s);
                              });
                        }));
    assertThat(failed.rank()).isEqualTo(1);
    assertThat(failed)
        .hasMessageThat()
        .startsWith(
            "rank 1 of World.eager(2) failed at EagerTest.java:" + lineOf("fail") + ": / by zero");
    assertThat(failed).hasCauseThat().isInstanceOf(ArithmeticException.class);
  }

  @Test
  void aWorldCanBeUsedAfterAFailure() {
    World world = World.eager(2);
    assertThrows(
        RankFailedException.class, () -> world.forEachRank(rank -> fail(Math.min(rank, 0))));
    AtomicInteger ran = new AtomicInteger();
    world.forEachRank(_ -> ran.incrementAndGet());
    assertThat(ran.get()).isEqualTo(2);
  }

  @Test
  void thereIsNoRankOutsideADispatch() {
    World world = World.eager(2);
    Window<F32> window = world.window(F32, shape(1, 4));
    assertThrows(IllegalStateException.class, window::rank);
    assertThrows(IllegalStateException.class, () -> window.load());
  }

  @Test
  void ranksOfAnotherWorldAreUnbound() {
    World one = World.eager(2);
    Window<F32> window = World.eager(2).window(F32, shape(1, 4));
    RankFailedException failed =
        assertThrows(RankFailedException.class, () -> one.forEachRank(_ -> window.rank()));
    assertThat(failed).hasCauseThat().isInstanceOf(IllegalStateException.class);
  }

  // ---- programs

  private interface AllReduce {
    void run(Tensor<F32> inputs, Tensor<F32> outputs);
  }

  private static void checkAllReduce(int ranks, AllReduce program) {
    float[] in = new float[ranks * SIZE];
    for (int i = 0; i < in.length; i++) {
      in[i] = (float) Math.cos(i);
    }
    float[] out = new float[ranks * SIZE];
    Arrays.fill(out, SENTINEL);
    program.run(Tensor.of(in, ranks, 1, SIZE), Tensor.of(out, ranks, 1, SIZE));
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 0; i < SIZE; i++) {
        float sum = in[rank * SIZE + i];
        for (int peer = 0; peer < ranks; peer++) {
          sum = peer == rank ? sum : sum + in[peer * SIZE + i];
        }
        assertWithMessage("rank %s, element %s", rank, i).that(out[rank * SIZE + i]).isEqualTo(sum);
      }
    }
  }

  private static void allReduce(World world, Tensor<F32> inputs, Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, SIZE));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> reduceStep(inputs.at(r), outputs.at(r), data, arrived));
  }

  private static void reduceStep(
      Tensor<F32> input, Tensor<F32> output, Window<F32> data, Signal arrived) {
    int me = data.rank();
    int ranks = data.ranks();
    data.store(input.load());
    for (int peer = 0; peer < ranks; peer++) {
      if (peer != me) {
        arrived.notify(peer, at(me, 0), ADD, 1);
      }
    }
    for (int source : range(ranks)) {
      if (source != me) {
        arrived.await(at(source, 0), GE, 1);
      }
    }
    Tile<F32> sum = data.load();
    for (int peer : range(ranks)) {
      if (peer != me) {
        sum = sum.add(data.remoteLoad(peer));
      }
    }
    output.store(sum);
  }

  private static void waitForALaterDispatch(World world) {
    Signal go = world.signal(shape(1, 1));
    world.forEachRank(
        rank -> {
          if (rank == 1) {
            waitHere(go);
          }
        });
    world.forEachRank(
        rank -> {
          if (rank == 0) {
            go.notify(1, at(0, 0));
          }
        });
  }

  private static void waitHere(Signal signal) {
    LINES.set(new Throwable().getStackTrace()[0].getLineNumber() + 1);
    signal.await(at(0, 0));
  }

  private static void fail(int zero) {
    FAILS.set(new Throwable().getStackTrace()[0].getLineNumber() + 1);
    assertThat(1 / zero).isEqualTo(0);
  }

  private static final AtomicInteger LINES = new AtomicInteger();
  private static final AtomicInteger FAILS = new AtomicInteger();

  private static int lineOf(String method) {
    return method.equals("fail") ? FAILS.get() : LINES.get();
  }

  @Test
  void aDeviceOfTwoDomainsHasARankInEach() {
    World.eager(3)
        .run(
            world -> {
              Domain low = world.devices(0, 2);
              Domain high = world.pick(1, 2);
              Window<I32> first = low.window(I32, shape(1, 1));
              Window<I32> second = high.window(I32, shape(1, 1));
              Signal met = high.signal(shape(2));
              low.forEachRank(r -> first.write(at(0, 0), 10 + r));
              high.forEachRank(
                  r -> {
                    assertThat(second.ranks()).isEqualTo(2);
                    assertThat(second.rank()).isEqualTo(r);
                    second.write(at(0, 0), 20 + r);
                    met.barrier();
                    assertThat(second.remoteLoad(1 - r).toString())
                        .isEqualTo("I32 [1, 1] [" + (21 - r) + "]");
                  });
              low.forEachRank(r -> assertThat(first.readInt(at(0, 0))).isEqualTo(10 + r));
            });
  }

  @Test
  void aWindowOfAnotherDomainHasNoRankHere() {
    World world = World.eager(2);
    Window<I32> ofAll = world.window(I32, shape(1, 1));
    Domain one = world.devices(1, 2);
    Signal ofOne = one.signal(shape(1));
    RankFailedException failed =
        assertThrows(
            RankFailedException.class, () -> one.forEachRank(_ -> ofAll.write(at(0, 0), 1)));
    assertThat(failed).hasCauseThat().hasMessageThat().contains("has no rank here");
    assertThat(failed.rank()).isEqualTo(1);
    assertThrows(RankFailedException.class, () -> world.forEachRank(_ -> ofOne.notify(0, at(0))));
  }
}
