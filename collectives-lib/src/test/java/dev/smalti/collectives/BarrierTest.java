package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every barrier keeps every rank until all have come: each writes the number of its round, and what
 * it reads of the others behind the barrier adds up. All of them take turns on one signal.
 */
class BarrierTest {
  private static final String MEETINGS =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Meetings {
        @Inline
        static Tile<I32> all(Window<I32> number) {
          Tile<I32> sum = number.remoteLoad(0);
          for (int peer : range(1, number.ranks())) {
            sum = sum.add(number.remoteLoad(peer));
          }
          return sum;
        }

        @InCore
        static void kernel(
            @Shape("1") Window<I32> number, @Shape("ranks, 1") Signal signal,
            @Shape("12") @Out Tensor<I32> sums) {
          for (int turn : range(2)) {
            number.write(at(0), 6 * turn + 1);
            signal.barrier();
            sums.slice(at(6 * turn), shape(1)).store(all(number));
            signal.barrier(MESH);
            number.write(at(0), 6 * turn + 2);
            signal.barrier(TREE);
            sums.slice(at(6 * turn + 1), shape(1)).store(all(number));
            signal.barrier(CENTRAL);
            number.write(at(0), 6 * turn + 3);
            signal.barrier(RECURSIVE_DOUBLING);
            sums.slice(at(6 * turn + 2), shape(1)).store(all(number));
            signal.barrier(TREE);
            number.write(at(0), 6 * turn + 4);
            signal.barrier(CENTRAL);
            sums.slice(at(6 * turn + 3), shape(1)).store(all(number));
            signal.barrier(RECURSIVE_DOUBLING);
            number.write(at(0), 6 * turn + 5);
            signal.barrier(MESH);
            sums.slice(at(6 * turn + 4), shape(1)).store(all(number));
            signal.barrier();
            number.write(at(0), 6 * turn + 6);
            signal.barrier(AUTO);
            sums.slice(at(6 * turn + 5), shape(1)).store(all(number));
            signal.barrier(AUTO);
          }
        }

        @Host
        static void run(World world, @Shape("ranks, 12") @Out Tensor<I32> sums) {
          Window<I32> number = world.window(I32, shape(1));
          Signal signal = world.signal(shape(world.size(), 1));
          world.forEachRank(r -> kernel(number, signal, sums.at(r)));
          signal.barrier(TREE);
        }
      }
      """;

  @TempDir private static Path folder;

  private static ClassLoader classes;

  @BeforeAll
  static void compile() {
    classes = Programs.compile(folder, "Meetings", MEETINGS);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 16, 17, 33, 64})
  void nobodyPassesBeforeAllHaveCome(int ranks) throws Exception {
    Tensor<I32> eager = sums(ranks);
    Programs.method(classes.loadClass("Meetings"), "run").invoke(null, World.eager(ranks), eager);
    check(ranks, eager);
    try (DevicePool pool = DevicePool.threads(ranks)) {
      check(ranks, run(pool, ranks));
    }
    try (DevicePool pool = DevicePool.seeded(ranks, ranks)) {
      check(ranks, run(pool, ranks));
    }
  }

  private static Tensor<I32> sums(int ranks) {
    return Tensor.zeros(Smalti.I32, Smalti.shape(ranks, 12));
  }

  private static Tensor<I32> run(DevicePool pool, int ranks) throws Exception {
    Program<?> program = Programs.program(classes, "Meetings", "run");
    Tensor<I32> sums = sums(ranks);
    try (PreparedProgram prepared = program.prepare(pool)) {
      Programs.method(prepared.getClass(), "run").invoke(prepared, sums);
    }
    return sums;
  }

  private static void check(int ranks, Tensor<I32> sums) {
    for (int r = 0; r < ranks; r++) {
      int rank = r;
      assertThat(IntStream.range(0, 12).map(i -> sums.readInt(Smalti.at(rank, i))).toArray())
          .isEqualTo(IntStream.range(0, 12).map(i -> ranks * (i + 1)).toArray());
    }
  }
}
