package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.simulator.Jitter;
import dev.smalti.simulator.WeakMemory;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A broadcast by mesh of few elements, which every rank copies alone, and of many, of which the
 * root copies a part to each: round after round on one window, from another root each time. All
 * ranks write to the window at once when a call returns, and sum up what they got.
 */
@Timeout(240)
class BroadcastTest {
  private static final String PROGRAM =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Rounds {
        @InCore
        static void kernel(
            @Shape("n") Tensor<F32> x, @Shape("n") @InOut Tensor<F32> sums,
            @Shape("n") Window<F32> data, @Shape("ranks") Signal signal,
            @Shape("ranks") @Out Tensor<I32> cells, int rounds) {
          for (int round : range(rounds)) {
            for (int i : range(0, data.dim(0), 4096)) {
              int n = Math.min(4096, data.dim(0) - i);
              data.slice(at(i), shape(n)).store(x.slice(at(i), shape(n)).load().mul(round + 1));
            }
            data.broadcast(signal, round % data.ranks(), MESH);
            for (int i : range(0, data.dim(0), 4096)) {
              int n = Math.min(4096, data.dim(0) - i);
              Tensor<F32> part = sums.slice(at(i), shape(n));
              part.store(part.load().add(data.slice(at(i), shape(n)).load()));
            }
          }
          signal.barrier();
          for (int peer : range(signal.ranks())) {
            cells.write(at(peer), signal.read(at(peer)));
          }
        }

        @Host(sizes = "n = 5, 4096, 4097; rounds = 2")
        static void run(
            World world, int rounds, @Shape("ranks, n") Tensor<F32> x,
            @Shape("ranks, n") @InOut Tensor<F32> sums,
            @Shape("ranks, ranks") @Out Tensor<I32> cells) {
          Window<F32> data = world.window(F32, shape(x.dim(1)));
          Signal signal = world.signalFor(data);
          world.forEachRank(
              r -> kernel(x.at(r), sums.at(r), data, signal, cells.at(r), rounds));
        }
      }
      """;

  @TempDir private static Path folder;

  private static ClassLoader classes;

  @BeforeAll
  static void compile() {
    classes = Programs.compile(folder, "Rounds", PROGRAM);
  }

  /** What a run is given, and what it makes. */
  private record Memory(
      int ranks, int n, int rounds, Tensor<F32> x, Tensor<F32> sums, Tensor<I32> cells) {
    static Memory of(int ranks, int n, int rounds) {
      Tensor<F32> x = Tensor.zeros(Smalti.F32, Smalti.shape(ranks, n));
      for (int rank = 0; rank < ranks; rank++) {
        for (int i = 0; i < n; i++) {
          x.write(Smalti.at(rank, i), given(rank, i));
        }
      }
      int[] sentinel = new int[ranks * ranks];
      Arrays.fill(sentinel, 77);
      Tensor<F32> sums = Tensor.zeros(Smalti.F32, Smalti.shape(ranks, n));
      return new Memory(ranks, n, rounds, x, sums, Tensor.of(sentinel, ranks, ranks));
    }

    /** Small, so that sums are exact. */
    private static int given(int rank, int i) {
      return (31 * rank + 7 * i) % 100;
    }

    void check(String where) {
      for (int rank = 0; rank < ranks; rank++) {
        for (int i = 0; i < n; i++) {
          double wanted = 0;
          for (int round = 0; round < rounds; round++) {
            wanted += (round + 1) * given(round % ranks, i);
          }
          if (sums.read(Smalti.at(rank, i)) != wanted) {
            assertWithMessage("%s: %s elements, rank %s, element %s", where, n, rank, i)
                .that(sums.read(Smalti.at(rank, i)))
                .isEqualTo(wanted);
          }
        }
        for (int peer = 0; peer < ranks; peer++) {
          assertWithMessage("%s: cell %s of rank %s", where, peer, rank)
              .that(cells.readInt(Smalti.at(rank, peer)))
              .isEqualTo(0);
        }
      }
    }
  }

  private static void run(DevicePool pool, int ranks, int n, int rounds) throws Exception {
    Memory memory = Memory.of(ranks, n, rounds);
    try (pool;
        PreparedProgram program = Programs.program(classes, "Rounds", "run").prepare(pool)) {
      Programs.method(program.getClass(), "run")
          .invoke(program, rounds, memory.x, memory.sums, memory.cells);
    }
    memory.check(pool.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1, 5000",
    "2, 1",
    "2, 4096",
    "2, 4097",
    "2, 20000",
    "3, 4096",
    "3, 4100",
    "3, 10000",
    "4, 2",
    "4, 4097",
    "5, 9000",
    "8, 2",
    "8, 4097"
  })
  void isWhatTheRootHadWhenItCalled(int ranks, int n) throws Exception {
    Memory eager = Memory.of(ranks, n, 3);
    Programs.method(classes.loadClass("Rounds"), "run")
        .invoke(null, World.eager(ranks), 3, eager.x, eager.sums, eager.cells);
    eager.check("eager");
    run(DevicePool.threads(ranks), ranks, n, 100);
    run(Jitter.threads(ranks, 17), ranks, n, 10);
    for (long seed = 1; seed <= 3; seed++) {
      run(DevicePool.seeded(ranks, seed), ranks, n, 5);
      run(WeakMemory.seeded(ranks, seed), ranks, n, 3);
    }
  }
}
