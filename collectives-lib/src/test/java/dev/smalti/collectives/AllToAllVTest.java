package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.DType;
import dev.smalti.lang.Index;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows up to the counts are moved, and nothing else; counts outside are taken as none or all. */
class AllToAllVTest {
  private static final int MOST = 4;
  private static final int COLUMNS = 37;
  private static final int UNTOUCHED = 1;

  private static final String ROWS =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Rows_TYPE {
        @InCore
        static void stage(
            @Shape("t, 37") Tensor<TYPE> rows, @Shape("t, 37") @Out Window<TYPE> input,
            @Shape("t, 37") @Out Window<TYPE> target, @Shape("ranks") Tensor<I32> counts,
            @Shape("ranks") @Out Window<I32> sent) {
          for (int row : range(rows.dim(0))) {
            input.row(row).store(rows.row(row).load());
            target.row(row).store(Tile.fill(TYPE, shape(1, 37), 1));
          }
          sent.store(counts.load());
        }

        @InCore
        static void fetch(
            @Shape("t, 37") Window<TYPE> target, @Shape("t, 37") @Out Tensor<TYPE> rows,
            @Shape("ranks") Window<I32> received, @Shape("ranks") @Out Tensor<I32> counts) {
          for (int row : range(rows.dim(0))) {
            rows.row(row).store(target.row(row).load());
          }
          counts.store(received.load());
        }

        @Host
        static void run(
            World world,
            @Shape("ranks, 4 * ranks, 37") Tensor<TYPE> rows,
            @Shape("ranks, ranks") Tensor<I32> counts,
            @Shape("ranks, 4 * ranks, 37") @Out Tensor<TYPE> out,
            @Shape("ranks, ranks") @Out Tensor<I32> outCounts) {
          Window<TYPE> input = world.window(TYPE, shape(4 * world.size(), 37));
          Window<TYPE> target = world.window(TYPE, shape(4 * world.size(), 37));
          Window<I32> sent = world.window(I32, shape(world.size()));
          Window<I32> received = world.window(I32, shape(world.size()));
          world.forEachRank(r -> stage(rows.at(r), input, target, counts.at(r), sent));
          for (int round : range(2)) {
            target.allToAllV(input, sent, received);
          }
          world.forEachRank(r -> fetch(target, out.at(r), received, outCounts.at(r)));
        }

        @InCore
        static void kernel(
            @Shape("t, 37") Tensor<TYPE> rows, @Shape("ranks") Tensor<I32> counts,
            @Shape("t, 37") @Out Window<TYPE> target, @Shape("ranks") Window<I32> received,
            @Shape("ranks, 1") Signal signal) {
          for (int row : range(rows.dim(0))) {
            target.row(row).store(Tile.fill(TYPE, shape(1, 37), 1));
          }
          for (int round : range(3)) {
            target.allToAllV(rows, signal, counts, received);
          }
        }

        @InCore
        static void between(
            @Shape("t, 37") Tensor<TYPE> rows, @Shape("ranks") Tensor<I32> counts,
            @Shape("t, 40") Tensor<TYPE> wide, @Shape("t, 39") Window<TYPE> target,
            @Shape("ranks") Window<I32> received, @Shape("ranks") Signal signal) {
          Window<TYPE> part = target.slice(at(0, 2), shape(target.dim(0), 37));
          for (int row : range(rows.dim(0))) {
            part.row(row).store(Tile.fill(TYPE, shape(1, 37), 1));
          }
          part.allToAllV(
              wide.slice(at(0, 1), shape(wide.dim(0), 37)), signal, counts, received);
        }

        @Jit
        static void widened(
            @Shape("t, 37") Tensor<TYPE> rows, @Shape("ranks") Tensor<I32> counts,
            @Shape("t, 39") Window<TYPE> target,
            @Shape("ranks") Window<I32> received, @Shape("ranks") Signal signal) {
          Tensor<TYPE> wide = Tensor.zeros(TYPE, shape(rows.dim(0), 40));
          widen(rows, wide);
          between(rows, counts, wide, target, received, signal);
        }

        @InCore
        static void widen(
            @Shape("t, 37") Tensor<TYPE> rows, @Shape("t, 40") @InOut Tensor<TYPE> wide) {
          for (int row : range(rows.dim(0))) {
            wide.row(row).store(rows.row(row).load(), at(0, 1));
          }
        }

        /** Of rows with gaps between them. */
        @Host
        static void gaps(
            World world,
            @Shape("ranks, 4 * ranks, 37") Tensor<TYPE> rows,
            @Shape("ranks, ranks") Tensor<I32> counts,
            @Shape("ranks, 4 * ranks, 37") @Out Tensor<TYPE> out,
            @Shape("ranks, ranks") @Out Tensor<I32> outCounts) {
          Window<TYPE> target = world.window(TYPE, shape(4 * world.size(), 39));
          Window<I32> received = world.window(I32, shape(world.size()));
          Signal signal = world.signal(shape(world.size()));
          world.forEachRank(r -> widened(rows.at(r), counts.at(r), target, received, signal));
          world.forEachRank(
              r ->
                  fetch(
                      target.slice(at(0, 2), shape(4 * world.size(), 37)),
                      out.at(r), received, outCounts.at(r)));
        }

        @Host
        static void inKernel(
            World world,
            @Shape("ranks, 4 * ranks, 37") Tensor<TYPE> rows,
            @Shape("ranks, ranks") Tensor<I32> counts,
            @Shape("ranks, 4 * ranks, 37") @Out Tensor<TYPE> out,
            @Shape("ranks, ranks") @Out Tensor<I32> outCounts) {
          Window<TYPE> target = world.window(TYPE, shape(4 * world.size(), 37));
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
    Map<String, String> sources = new HashMap<>();
    Choice.TYPES.forEach(type -> sources.put("Rows_" + type, ROWS.replace("TYPE", type)));
    classes = Programs.compile(folder, sources);
  }

  private static int count(int from, int to, int ranks) {
    return (3 * from + 5 * to + ranks) % 8 - 1; // From -1 to 6, of 4.
  }

  /** Other than what is untouched, where the type has more than two values. */
  private static int number(String type, int rank, int row, int column) {
    return type.equals("BOOL")
        ? (rank + row + column) % 2
        : (37 * rank + 5 * row + column) % 97 + 2;
  }

  static Stream<Arguments> choices() {
    Stream<Arguments> types =
        Choice.TYPES.stream()
            .flatMap(
                type -> Stream.of(Arguments.of(type, "run", 3), Arguments.of(type, "inKernel", 3)));
    Stream<Arguments> worlds =
        Stream.of(1, 2, 4, 5, 8)
            .flatMap(
                ranks ->
                    Stream.of(
                        Arguments.of("F32", "run", ranks),
                        Arguments.of("F32", "gaps", ranks),
                        Arguments.of("F32", "inKernel", ranks)));
    return Stream.concat(types, worlds);
  }

  @ParameterizedTest
  @MethodSource("choices")
  void rowsUpToTheCounts(String type, String name, int ranks) throws Exception {
    Memory eager = new Memory(type, ranks);
    Programs.method(classes.loadClass("Rows_" + type), name)
        .invoke(null, World.eager(ranks), eager.rows, eager.counts, eager.out, eager.outCounts);
    eager.check("eager");
    try (DevicePool pool = DevicePool.threads(ranks)) {
      run(pool, type, name, ranks).check("threads");
    }
    try (DevicePool pool = DevicePool.seeded(ranks, ranks)) {
      run(pool, type, name, ranks).check("seeded");
    }
  }

  private static Memory run(DevicePool pool, String type, String name, int ranks) throws Exception {
    Memory memory = new Memory(type, ranks);
    Program<?> program = Programs.program(classes, "Rows_" + type, name);
    try (PreparedProgram prepared = program.prepare(pool)) {
      Programs.method(prepared.getClass(), "run")
          .invoke(prepared, memory.rows, memory.counts, memory.out, memory.outCounts);
    }
    return memory;
  }

  /** The tensors of a run. */
  private static final class Memory {
    private final String type;
    private final int ranks;
    private final Tensor<?> rows;
    private final Tensor<?> out;
    private final Tensor<I32> counts;
    private final Tensor<I32> outCounts;

    Memory(String type, int ranks) {
      this.type = type;
      this.ranks = ranks;
      DType element = Choice.dtype(type);
      rows = Tensor.zeros(element, Smalti.shape(ranks, (long) MOST * ranks, COLUMNS));
      out = Tensor.zeros(element, Smalti.shape(ranks, (long) MOST * ranks, COLUMNS));
      counts = Tensor.zeros(Smalti.I32, Smalti.shape(ranks, ranks));
      outCounts = Tensor.zeros(Smalti.I32, Smalti.shape(ranks, ranks));
      for (int r = 0; r < ranks; r++) {
        for (int peer = 0; peer < ranks; peer++) {
          counts.write(Smalti.at(r, peer), count(r, peer, ranks));
        }
        for (int row = 0; row < MOST * ranks; row++) {
          for (int column = 0; column < COLUMNS; column++) {
            write(Smalti.at(r, row, column), number(type, r, row, column));
          }
        }
      }
    }

    private void write(Index at, int number) {
      if (Choice.FLOATS.contains(type)) {
        rows.write(at, (double) number);
      } else {
        rows.write(at, (long) number);
      }
    }

    private double read(Index at) {
      return type.equals("I64") ? out.readLong(at) : out.read(at);
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
                  .that(read(Smalti.at(r, s * MOST + k, column)))
                  .isEqualTo(
                      k < sent
                          ? (double) number(type, s, r * MOST + k, column)
                          : (double) UNTOUCHED);
            }
          }
        }
      }
    }
  }
}
