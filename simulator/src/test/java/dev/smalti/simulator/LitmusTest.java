package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.pool.PoolCells;
import dev.smalti.runtime.pool.PoolKind;
import dev.smalti.runtime.pool.PoolWindow;
import dev.smalti.runtime.pool.Relation;
import dev.smalti.simulator.WeakMemory.Fence;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small programs in which only a release and an acquire order two accesses to a window, again and
 * again. No round may see memory that is older than what it awaited. Where nothing orders two
 * accesses, both results are right, and nothing is asserted.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class LitmusTest {
  private static final int RANKS = 3;
  private static final int ROUNDS = 4_000;
  private static final int FEW = 60;

  /** Where in an instance a number stands: far from each other. */
  private static final int[] PLACES = {0, 1020, 4092};

  /** What one rank does in a round. */
  private record Turn(PoolWindow window, PoolCells cells, int rank, int round, AtomicInteger old) {
    void write(int instance) {
      for (int place : PLACES) {
        window.instance(instance).set(ValueLayout.JAVA_INT, place, round);
      }
    }

    /** Counts what was written in an earlier round. */
    void expect(int instance) {
      MemorySegment memory = window.instance(instance);
      for (int i = PLACES.length - 1; i >= 0; i--) {
        if (memory.get(ValueLayout.JAVA_INT, PLACES[i]) != round) {
          old.incrementAndGet();
        }
      }
    }

    void add(int peer, int cell) {
      cells.add(rank, peer, cell, 1, 0);
    }

    void set(int peer, int cell) {
      cells.set(rank, peer, cell, round, 0);
    }

    void await(int cell) {
      cells.await(rank, cell, Relation.AT_LEAST, round, 0);
    }
  }

  @FunctionalInterface
  private interface Shape {
    void run(Turn turn, Pool pool);
  }

  /** Each ends with an answer, so that the next round begins when this one is over. */
  private static final Map<String, Shape> SHAPES =
      Map.of(
          "message that is pushed, told by ADD",
          (turn, _) -> {
            switch (turn.rank()) {
              case 0 -> {
                turn.write(1);
                turn.add(1, 0);
                turn.await(1);
              }
              case 1 -> {
                turn.await(0);
                turn.expect(1);
                turn.add(0, 1);
              }
              default -> {}
            }
          },
          "message that is pulled, told by SET",
          (turn, _) -> {
            switch (turn.rank()) {
              case 0 -> {
                turn.write(0);
                turn.set(1, 0);
                turn.await(1);
              }
              case 1 -> {
                turn.await(0);
                turn.expect(0);
                turn.set(0, 1);
              }
              default -> {}
            }
          },
          "message that is read until it is there",
          (turn, pool) -> {
            switch (turn.rank()) {
              case 0 -> {
                turn.write(1);
                turn.add(1, 0);
                turn.await(1);
              }
              case 1 -> {
                for (long spin = 1; turn.cells().read(1, 0, 0) < turn.round(); spin++) {
                  pool.pause(1, spin);
                }
                turn.expect(1);
                turn.add(0, 1);
              }
              default -> {}
            }
          },
          "message that is waited for among others",
          (turn, pool) -> {
            switch (turn.rank()) {
              case 0 -> {
                turn.write(1);
                turn.add(1, 0);
                turn.await(1);
              }
              case 1 -> {
                boolean _ = pool.await(1, () -> turn.cells().peek(1, 0) >= turn.round(), 0);
                turn.expect(1);
                turn.add(0, 1);
              }
              default -> {}
            }
          },
          "message by way of a third rank",
          (turn, _) -> {
            switch (turn.rank()) {
              case 0 -> {
                turn.write(2);
                turn.add(1, 0);
                turn.await(1);
              }
              case 1 -> {
                turn.await(0);
                turn.expect(2);
                turn.add(2, 0);
              }
              default -> {
                turn.await(0);
                turn.expect(2);
                turn.add(0, 1);
              }
            }
          },
          "own writes and a notify to itself",
          (turn, _) -> {
            turn.write(turn.rank());
            turn.expect(turn.rank());
            turn.add(turn.rank(), 0);
            turn.await(0);
            turn.expect(turn.rank());
          },
          "everybody writes, then everybody reads",
          (turn, _) -> {
            turn.write(turn.rank());
            for (int peer = 0; peer < RANKS; peer++) {
              turn.add(peer, turn.rank());
            }
            for (int peer = 0; peer < RANKS; peer++) {
              turn.await(peer);
            }
            for (int peer = 0; peer < RANKS; peer++) {
              turn.expect(peer);
            }
            for (int peer = 0; peer < RANKS; peer++) {
              turn.add(peer, RANKS + turn.rank());
            }
            for (int peer = 0; peer < RANKS; peer++) {
              turn.await(RANKS + peer);
            }
          },
          "two independent writers",
          (turn, _) -> {
            switch (turn.rank()) {
              case 0, 1 -> {
                turn.write(turn.rank());
                turn.set(2, turn.rank());
                turn.await(2);
              }
              default -> {
                int first = turn.round() % 2;
                turn.await(first);
                turn.expect(first);
                turn.await(1 - first);
                turn.expect(1 - first);
                turn.expect(first);
                turn.set(0, 2);
                turn.set(1, 2);
              }
            }
          });

  private static int old(Pool pool, Shape shape, int rounds) throws Exception {
    AtomicInteger old = new AtomicInteger();
    try (pool) {
      PoolWindow window = pool.window(4096);
      PoolCells cells = pool.cells(2 * RANKS);
      pool.begin();
      for (int rank = 0; rank < RANKS; rank++) {
        int me = rank;
        pool.dispatch(
            rank,
            () -> {
              for (int round = 1; round <= rounds && !pool.cancelled(); round++) {
                shape.run(new Turn(window, cells, me, round, old), pool);
              }
            });
      }
      assertWithMessage("drained").that(pool.settle()).isTrue();
      window.close();
    }
    return old.get();
  }

  private static Pool threads() {
    return new SimulatedPools().open(new PoolKind.Threads(RANKS));
  }

  private static Pool seeded() {
    return new SimulatedPools().open(new PoolKind.Seeded(RANKS, 3));
  }

  static Stream<Arguments> shapes() {
    return SHAPES.keySet().stream().sorted().map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void nothingOldIsSeen(String name) throws Exception {
    Map<String, Supplier<Pool>> pools =
        Map.of(
            "threads",
            LitmusTest::threads,
            "seeded",
            LitmusTest::seeded,
            "weak threads",
            () -> WeakMemory.around(threads()),
            "weak",
            () -> WeakMemory.around(seeded()));
    for (Map.Entry<String, Supplier<Pool>> pool : pools.entrySet()) {
      int rounds = pool.getKey().equals("threads") ? ROUNDS : FEW;
      assertWithMessage("%s on %s", name, pool.getKey())
          .that(old(pool.getValue().get(), shape(name), rounds))
          .isEqualTo(0);
    }
  }

  static Stream<Arguments> fences() {
    Map<Fence, List<String>> seenBy =
        Map.of(
            Fence.ADD,
                List.of(
                    "message that is pushed, told by ADD",
                    "message by way of a third rank",
                    "everybody writes, then everybody reads"),
            Fence.SET, List.of("message that is pulled, told by SET", "two independent writers"),
            Fence.AWAIT,
                List.of(
                    "message that is pushed, told by ADD",
                    "message that is pulled, told by SET",
                    "message by way of a third rank",
                    "two independent writers"),
            Fence.READ, List.of("message that is read until it is there"),
            Fence.CONDITION, List.of("message that is waited for among others"));
    return seenBy.entrySet().stream()
        .flatMap(
            entry -> entry.getValue().stream().map(name -> Arguments.of(entry.getKey(), name)));
  }

  @ParameterizedTest(name = "without {0}: {1}")
  @MethodSource("fences")
  void aFenceThatIsMissingIsSeen(Fence fence, String name) throws Exception {
    Set<Fence> rest = EnumSet.complementOf(EnumSet.of(fence));
    assertWithMessage("%s without %s", name, fence)
        .that(old(WeakMemory.with(seeded(), rest), shape(name), FEW))
        .isAtLeast(1);
  }

  private static Shape shape(String name) {
    Shape shape = SHAPES.get(name);
    if (shape == null) {
      throw new IllegalArgumentException(name);
    }
    return shape;
  }
}
