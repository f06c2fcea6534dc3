package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows up to the counts are moved, and nothing else; counts outside are taken as none or all. */
class AllToAllVTest {
  private static final int MOST = 4;
  private static final int COLUMNS = 37;
  private static final double UNTOUCHED = -5;

  private static final String ROWS =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Rows {
        @InCore
        static void stage(
            @Shape("t, 37") Tensor<F32> rows, @Shape("t, 37") @Out Window<F32> input,
            @Shape("t, 37") @Out Window<F32> target, @Shape("ranks") Tensor<I32> counts,
            @Shape("ranks") @Out Window<I32> sent) {
          for (int row : range(rows.dim(0))) {
            input.row(row).store(rows.row(row).load());
            target.row(row).store(Tile.fill(F32, shape(1, 37), -5));
          }
          sent.store(counts.load());
        }

        @InCore
        static void fetch(
            @Shape("t, 37") Window<F32> target, @Shape("t, 37") @Out Tensor<F32> rows,
            @Shape("ranks") Window<I32> received, @Shape("ranks") @Out Tensor<I32> counts) {
          for (int row : range(rows.dim(0))) {
            rows.row(row).store(target.row(row).load());
          }
          counts.store(received.load());
        }

        @Host
        static void run(
            World world,
            @Shape("ranks, 4 * ranks, 37") Tensor<F32> rows,
            @Shape("ranks, ranks") Tensor<I32> counts,
            @Shape("ranks, 4 * ranks, 37") @Out Tensor<F32> out,
            @Shape("ranks, ranks") @Out Tensor<I32> outCounts) {
          Window<F32> input = world.window(F32, shape(4 * world.size(), 37));
          Window<F32> target = world.window(F32, shape(4 * world.size(), 37));
          Window<I32> sent = world.window(I32, shape(world.size()));
          Window<I32> received = world.window(I32, shape(world.size()));
          world.forEachRank(r -> stage(rows.at(r), input, target, counts.at(r), sent));
          target.allToAllV(input, sent, received);
          world.forEachRank(r -> fetch(target, out.at(r), received, outCounts.at(r)));
        }

        @InCore
        static void kernel(
            @Shape("t, 37") Tensor<F32> rows, @Shape("ranks") Tensor<I32> counts,
            @Shape("t, 37") @Out Window<F32> target, @Shape("ranks") Window<I32> received,
            @Shape("ranks, 1") Signal signal) {
          for (int row : range(rows.dim(0))) {
            target.row(row).store(Tile.fill(F32, shape(1, 37), -5));
          }
          for (int round : range(3)) {
            target.allToAllV(rows, signal, counts, received);
          }
        }

        @Host
        static void inKernel(
            World world,
            @Shape("ranks, 4 * ranks, 37") Tensor<F32> rows,
            @Shape("ranks, ranks") Tensor<I32> counts,
            @Shape("ranks, 4 * ranks, 37") @Out Tensor<F32> out,
            @Shape("ranks, ranks") @Out Tensor<I32> outCounts) {
          Window<F32> target = world.window(F32, shape(4 * world.size(), 37));
          Window<I32> received = world.window(I32, shape(world.size()));
          Signal signal = world.signal(shape(world.size(), 1));
          world.forEachRank(r -> kernel(rows.at(r), counts.at(r), target, received, signal));
          world.forEachRank(r -> fetch(target, out.at(r), received, outCounts.at(r)));
        }
      }
      """;

  @TempDir private static Path folder;

  private static ClassLoader classes;

  @BeforeAll
  static void compile() {
    classes = Programs.compile(folder, "Rows", ROWS);
  }

  private static int count(int from, int to, int ranks) {
    return (3 * from + 5 * to + ranks) % 8 - 1; // From -1 to 6, of 4.
  }

  private static double number(int rank, int row, int column) {
    return 1000.0 * rank + 40.0 * row + column;
  }

  @ParameterizedTest
  @CsvSource({"run, 1", "run, 2", "run, 3", "run, 5", "inKernel, 1", "inKernel, 2", "inKernel, 4"})
  void rowsUpToTheCounts(String name, int ranks) throws Exception {
    Memory eager = new Memory(ranks);
    Programs.method(classes.loadClass("Rows"), name)
        .invoke(null, World.eager(ranks), eager.rows, eager.counts, eager.out, eager.outCounts);
    eager.check("eager");
    try (DevicePool pool = DevicePool.threads(ranks)) {
      run(pool, name, ranks).check("threads");
    }
    try (DevicePool pool = DevicePool.seeded(ranks, ranks)) {
      run(pool, name, ranks).check("seeded");
    }
  }

  private static Memory run(DevicePool pool, String name, int ranks) throws Exception {
    Memory memory = new Memory(ranks);
    Program<?> program = Programs.program(classes, "Rows", name);
    try (PreparedProgram prepared = program.prepare(pool)) {
      Programs.method(prepared.getClass(), "run")
          .invoke(prepared, memory.rows, memory.counts, memory.out, memory.outCounts);
    }
    return memory;
  }

  /** The tensors of a run. */
  private static final class Memory {
    private final int ranks;
    private final Tensor<F32> rows;
    private final Tensor<F32> out;
    private final Tensor<I32> counts;
    private final Tensor<I32> outCounts;

    Memory(int ranks) {
      this.ranks = ranks;
      rows = Tensor.zeros(Smalti.F32, Smalti.shape(ranks, (long) MOST * ranks, COLUMNS));
      out = Tensor.zeros(Smalti.F32, Smalti.shape(ranks, (long) MOST * ranks, COLUMNS));
      counts = Tensor.zeros(Smalti.I32, Smalti.shape(ranks, ranks));
      outCounts = Tensor.zeros(Smalti.I32, Smalti.shape(ranks, ranks));
      for (int r = 0; r < ranks; r++) {
        for (int peer = 0; peer < ranks; peer++) {
          counts.write(Smalti.at(r, peer), count(r, peer, ranks));
        }
        for (int row = 0; row < MOST * ranks; row++) {
          for (int column = 0; column < COLUMNS; column++) {
            rows.write(Smalti.at(r, row, column), number(r, row, column));
          }
        }
      }
    }

    void check(String run) {
      for (int r = 0; r < ranks; r++) {
        for (int s = 0; s < ranks; s++) {
          int sent = Math.clamp(count(s, r, ranks), 0, MOST);
          assertWithMessage("%s: received by %s of %s", run, r, s)
              .that(outCounts.readInt(Smalti.at(r, s)))
              .isEqualTo(sent);
          for (int k = 0; k < MOST; k++) {
            for (int column = 0; column < COLUMNS; column++) {
              assertWithMessage("%s: rank %s, row %s of %s, column %s", run, r, k, s, column)
                  .that(out.read(Smalti.at(r, s * MOST + k, column)))
                  .isEqualTo(k < sent ? number(s, r * MOST + k, column) : UNTOUCHED);
            }
          }
        }
      }
    }
  }
}
