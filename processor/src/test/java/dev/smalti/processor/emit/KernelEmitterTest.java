package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Mask;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels compute what the language computes, bit for bit, on every kind of memory. */
@Tag("vector-tier")
final class KernelEmitterTest {
  static final String SOFTMAX =
      """
      smalti ir 1

      incore app.Scores.softmax  @ Scores.java:12:3
          in x: tensor<F32>[R, C]  @ Scores.java:13:3
          out y: tensor<F32>[R, C]  @ Scores.java:14:3
          symbols R, C
        for r in 0..R  @ Scores.java:15:3
          %t: F32[1, C] = load x[r, 0] shape(1, C)  @ Scores.java:15:3
          %max: F32[1, 1] = reduce max %t over columns  @ Scores.java:16:3
          %e: F32[1, C] = fused { exp(%t - %max) }  @ Scores.java:16:3,17:5
          %sum: F32[1, 1] = reduce add %e over columns  @ Scores.java:18:3
          store %e / %sum -> y[r, 0]  @ Scores.java:18:3
      """;

  /** Not fused: what fusion cannot split into rows still has to be right. */
  private static final String WHOLE_SOFTMAX =
      """
      smalti ir 1

      incore app.Scores.softmax  @ Scores.java:12:3
          in x: tensor<F32>[R, C]  @ Scores.java:13:3
          out y: tensor<F32>[R, C]  @ Scores.java:14:3
          symbols R, C
        %t: F32[R, C] = load x[0, 0] shape(R, C)  @ Scores.java:15:3
        %max: F32[R, 1] = reduce max %t over columns  @ Scores.java:16:3
        %e: F32[R, C] = fused { exp(%t - %max) }  @ Scores.java:16:3
        %sum: F32[R, 1] = reduce add %e over columns  @ Scores.java:18:3
        store %e / %sum -> y[0, 0]  @ Scores.java:18:3
      """;

  private static void softmax(Tensor<Smalti.F32> x, Tensor<Smalti.F32> y) {
    Tile<Smalti.F32> t = x.load();
    Tile<Smalti.F32> e = t.sub(t.rowMax()).exp();
    y.store(e.div(e.rowSum()));
  }

  /** Runs a kernel of one input and one output on heap, native and mixed memory. */
  private static void compare(
      Emitted emitted,
      String facade,
      String method,
      int rows,
      int columns,
      BiConsumer<Tensor<Smalti.F32>, Tensor<Smalti.F32>> eager) {
    float[] x = Tensors.floats(rows * 1000L + columns, rows * columns, true);
    Tensor<Smalti.F32> expected = Tensor.of(new float[x.length], rows, columns);
    eager.accept(Tensor.of(x, rows, columns), expected);
    for (boolean heapIn : new boolean[] {true, false}) {
      for (boolean heapOut : new boolean[] {true, false}) {
        Tensor<Smalti.F32> in =
            heapIn ? Tensor.of(x, rows, columns) : Tensors.nativeOf(x, rows, columns);
        float[] out = new float[x.length];
        Tensor<Smalti.F32> y =
            heapOut ? Tensor.of(out, rows, columns) : Tensors.nativeOf(out, rows, columns);
        emitted.call(facade, method, in, y);
        Tensors.assertSameBits(
            method + "[" + rows + ", " + columns + "] heap " + heapIn + heapOut, y, expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 31, 32, 33, 64, 100, 257})
  void softmaxOfRows(int columns) {
    Emitted emitted = Emitted.of(SOFTMAX);
    compare(emitted, "app.ScoresKernels", "softmax", 5, columns, KernelEmitterTest::softmax);
  }

  @Test
  void tileThatIsTooLargeAtRunTimeIsRefused() {
    Emitted emitted = Emitted.of(WHOLE_SOFTMAX);
    Tensor<Smalti.F32> x = Tensor.of(new float[1024 * 1024], 1024, 1024);
    Tensor<Smalti.F32> y = Tensor.of(new float[1024 * 1024], 1024, 1024);
    IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> emitted.call("app.ScoresKernels", "softmax", x, y));
    assertThat(thrown)
        .hasMessageThat()
        .startsWith("Scores.java:15: tile t of 1,048,576 elements of F32 takes 4,194,304 bytes");
    assertThat(dev.smalti.runtime.Core.SCRATCH_BYTES)
        .isEqualTo(dev.smalti.processor.pass.ScratchPlan.DEFAULT_BUDGET);
  }

  private static String refused(String definition, int row) {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Places.run  @ Places.java:1:1
                in x: tensor<I32>[2, C]  @ Places.java:1:1
                out y: tensor<I32>[1, 1]  @ Places.java:1:1
                in row: int  @ Places.java:1:1
                symbols C
              %t: I32[2, C] = load x[0, 0] shape(2, C)  @ Places.java:2:1
              %k: I32[2, 1] = load x[0, 0] shape(2, 1)  @ Places.java:2:1
              %r: DEFINITION  @ Places.java:3:1
              %sum: I32[1, C] = reduce add %r over rows  @ Places.java:4:1
              %all: I32[1, 1] = reduce add %sum over columns  @ Places.java:4:1
              store %all -> y[0, 0]  @ Places.java:4:1
            """
                .replace("DEFINITION", definition));
    Tensor<Smalti.I32> x = Tensor.of(new int[] {1, 2, 3, 9, 5, 6}, 2, 3);
    Tensor<Smalti.I32> y = Tensor.of(new int[1], 1, 1);
    RuntimeException thrown =
        assertThrows(
            RuntimeException.class, () -> emitted.call("app.PlacesKernels", "run", x, y, row));
    return String.valueOf(thrown.getMessage());
  }

  @Test
  void whatLeavesATileNamesTheLineAndThePlace() {
    String outside = "Places.java:3: element [1, 0] of k is 9, outside 0 to ";
    assertThat(refused("I32[2, C] = whole gather(%t, %t)[0]: I32[2, C]", 0))
        .isEqualTo("Places.java:3: element [0, 2] of t is 3, outside 0 to 2");
    assertThat(refused("I32[2, C] = whole gather_rows(%t, %k)[0]: I32[2, C]", 0))
        .isEqualTo(outside + "1");
    assertThat(refused("I32[2, C] = whole scatter(%t, %k, %k)[row]: I32[2, C]", 0))
        .isEqualTo(outside + "2");
    assertThat(refused("I32[2, C] = whole scatter_rows(%t, %k, %t): I32[2, C]", 0))
        .isEqualTo(outside + "1");
    assertThat(refused("I32[1, C] = whole slice(%t)[row, 0]: I32[1, C]", 2))
        .startsWith(
            "Places.java:3: the box at 2 of extent 1 leaves t on axis 0, whose extent is 2");
    assertThat(refused("I32[2, C] = whole assemble(%t, %k)[row, -1]: I32[2, C]", 0))
        .startsWith("Places.java:3: the box at -1 of extent 1 leaves t on axis 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%t / %u", "rem(%t, %u)", "mod(%t, %u)", "%t / I32(0)"})
  void anElementDividedByZeroNamesTheLine(String quotient) {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Rests.run  @ Rests.java:1:1
                in x: tensor<I32>[1, C]  @ Rests.java:1:1
                in d: tensor<I32>[1, C]  @ Rests.java:1:1
                out y: tensor<I32>[1, C]  @ Rests.java:1:1
                symbols C
              %t: I32[1, C] = load x[0, 0] shape(1, C)  @ Rests.java:2:1
              %u: I32[1, C] = load d[0, 0] shape(1, C)  @ Rests.java:2:1
              store QUOTIENT -> y[0, 0]  @ Rests.java:3:1
            """
                .replace("QUOTIENT", quotient));
    Tensor<Smalti.I32> x = Tensor.of(new int[] {1, 2, 3}, 1, 3);
    Tensor<Smalti.I32> d = Tensor.of(new int[] {1, 0, 3}, 1, 3);
    Tensor<Smalti.I32> y = Tensor.of(new int[3], 1, 3);
    ArithmeticException thrown =
        assertThrows(
            ArithmeticException.class, () -> emitted.call("app.RestsKernels", "run", x, d, y));
    assertThat(thrown).hasMessageThat().isEqualTo("Rests.java:3: / by zero");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 33, 100})
  void softmaxOfAWholeTile(int columns) {
    Emitted emitted = Emitted.of(WHOLE_SOFTMAX);
    compare(emitted, "app.ScoresKernels", "softmax", 5, columns, KernelEmitterTest::softmax);
    compare(emitted, "app.ScoresKernels", "softmax", 1, columns, KernelEmitterTest::softmax);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 32, 75})
  void columnsAndStretchedOperands(int columns) {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Center.run  @ Center.java:1:1
                in x: tensor<F32>[R, C]  @ Center.java:1:1
                out y: tensor<F32>[R, C]  @ Center.java:1:1
                symbols R, C
              %t: F32[R, C] = load x[0, 0] shape(R, C)  @ Center.java:2:1
              %sum: F32[1, C] = reduce add %t over rows  @ Center.java:3:1
              %low: F32[R, 1] = reduce min %t over columns  @ Center.java:4:1
              %most: F32[1, C] = reduce max %t over rows  @ Center.java:4:1
              store fused { fma(%t - %sum, %low, %most) * sqrt(abs(%t)) } -> y[0, 0]  @ Center.java:5:1
            """);
    compare(
        emitted,
        "app.CenterKernels",
        "run",
        6,
        columns,
        (x, y) -> {
          Tile<Smalti.F32> t = x.load();
          y.store(t.sub(t.colSum()).fma(t.rowMin(), t.colMax()).mul(t.abs().sqrt()));
        });
  }

  @Test
  void layerNormWithScalarsAndEpsilon() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Norms.layerNorm  @ Norms.java:1:1
                in x: tensor<F32>[R, 96]  @ Norms.java:1:1
                in gamma: tensor<F32>[1, 96]  @ Norms.java:1:1
                out y: tensor<F32>[R, 96]  @ Norms.java:1:1
                in eps: double  @ Norms.java:1:1
                symbols R
              %g: F32[1, 96] = load gamma[0, 0] shape(1, 96)  @ Norms.java:2:1
              for r in 0..R  @ Norms.java:3:1
                %t: F32[1, 96] = load x[r, 0] shape(1, 96)  @ Norms.java:3:1
                %s: F32[1, 1] = reduce add %t over columns  @ Norms.java:4:1
                %mean: F32[1, 1] = %s / F32(96)  @ Norms.java:4:1
                %c: F32[1, 96] = %t - %mean  @ Norms.java:5:1
                %q: F32[1, 1] = fused { reduce add (%c * %c) over columns }  @ Norms.java:6:1
                %k: F32[1, 1] = fused { rsqrt(%q / F32(96) + F32(eps)) }  @ Norms.java:6:1
                store fused { %c * %k * %g } -> y[r, 0]  @ Norms.java:7:1
            """);
    float[] x = Tensors.floats(3, 7 * 96, false);
    float[] gamma = Tensors.floats(4, 96, false);
    Tensor<Smalti.F32> expected = Tensor.of(new float[x.length], 7, 96);
    Tile<Smalti.F32> t = Tensor.of(x, 7, 96).load();
    Tile<Smalti.F32> c = t.sub(t.rowSum().div(96));
    Tile<Smalti.F32> k = c.mul(c).rowSum().div(96).add(1e-5).rsqrt();
    expected.store(c.mul(k).mul(Tensor.of(gamma, 1, 96).load()));
    Tensor<Smalti.F32> y = Tensor.of(new float[x.length], 7, 96);
    emitted.call(
        "app.NormsKernels", "layerNorm", Tensor.of(x, 7, 96), Tensor.of(gamma, 1, 96), y, 1e-5);
    Tensors.assertSameBits("layerNorm", y, expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2047, 2048, 5000, 9001})
  void longRowsGoThroughInStrips(int columns) {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Long.run  @ Long.java:1:1
                in x: tensor<F32>[1, C]  @ Long.java:1:1
                inout y: tensor<F32>[1, C]  @ Long.java:1:1
                symbols C
              store fused { load x[0, 0] shape(1, C) * F32(0.1) + load y[0, 0] shape(1, C) * load x[0, 0] shape(1, 1) } -> y[0, 0]  @ Long.java:2:1
            """);
    assertThat(emitted.source("app.Long_run")).contains("2048");
    compare(
        emitted,
        "app.LongKernels",
        "run",
        1,
        columns,
        (x, y) -> {
          Tile<Smalti.F32> first = x.load(Smalti.at(0, 0), Smalti.shape(1, 1));
          y.store(x.load().mul(0.1).add(y.load().mul(first)));
        });
  }

  @Test
  void integersWrapTruncateAndDivide() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Ints.run  @ Ints.java:1:1
                in x: tensor<I32>[1, n]  @ Ints.java:1:1
                in f: tensor<F32>[1, n]  @ Ints.java:1:1
                out y: tensor<I32>[1, n]  @ Ints.java:1:1
                out z: tensor<I64>[1, n]  @ Ints.java:1:1
                in d: long  @ Ints.java:1:1
                symbols n
              %a: I32[1, n] = load x[0, 0] shape(1, n)  @ Ints.java:2:1
              store fused { (%a * %a - neg(%a)) / I32(d) + cast(load f[0, 0] shape(1, n), I32) } -> y[0, 0]  @ Ints.java:3:1
              store fused { max(cast(%a, I64) * I64(3000000000L), abs(I64(d))) } -> z[0, 0]  @ Ints.java:4:1
            """);
    int n = 70;
    int[] x = new Random(5).ints(n).toArray();
    x[0] = Integer.MIN_VALUE;
    float[] f = Tensors.floats(6, n, true);
    Tensor<Smalti.I32> y = Tensor.of(new int[n], 1, n);
    Tensor<Smalti.I64> z = Tensor.of(new long[n], 1, n);
    emitted.call("app.IntsKernels", "run", Tensor.of(x, 1, n), Tensor.of(f, 1, n), y, z, 7L);
    Tensor<Smalti.I32> yExpected = Tensor.of(new int[n], 1, n);
    Tile<Smalti.I32> a = Tensor.of(x, 1, n).load();
    yExpected.store(a.mul(a).sub(a.neg()).div(7L).add(Tensor.of(f, 1, n).load().cast(Smalti.I32)));
    Tensors.assertSameBits("I32", y, yExpected);
    Tensor<Smalti.I64> zExpected = Tensor.of(new long[n], 1, n);
    zExpected.store(a.cast(Smalti.I64).mul(3000000000L).max(7L));
    Tensors.assertSameBits("I64", z, zExpected);

    assertThrows(
        ArithmeticException.class,
        () ->
            emitted.call(
                "app.IntsKernels", "run", Tensor.of(x, 1, n), Tensor.of(f, 1, n), y, z, 0L));
    assertThrows(
        ArithmeticException.class,
        () ->
            emitted.call(
                "app.IntsKernels", "run", Tensor.of(x, 1, n), Tensor.of(f, 1, n), y, z, 1L << 40));
  }

  @Test
  void masksSelectAndAreStored() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Masks.run  @ Masks.java:1:1
                in x: tensor<F64>[R, 9]  @ Masks.java:1:1
                in m: tensor<BOOL>[R, 9]  @ Masks.java:1:1
                out y: tensor<F64>[R, 9]  @ Masks.java:1:1
                out k: tensor<BOOL>[R, 9]  @ Masks.java:1:1
                symbols R
              %t: F64[R, 9] = load x[0, 0] shape(R, 9)  @ Masks.java:2:1
              %big: BOOL[R, 9] = fused { %t > F64(0.5) & !(load m[0, 0] shape(R, 9)) }  @ Masks.java:3:1
              store fused { select(%big | %t != %t, log(%t), exp(%t)) } -> y[0, 0]  @ Masks.java:4:1
              store %big -> k[0, 0]  @ Masks.java:5:1
            """
                .replace("!(load m[0, 0] shape(R, 9))", "not(load m[0, 0] shape(R, 9))"));
    int rows = 11;
    double[] x = new double[rows * 9];
    byte[] m = new byte[x.length];
    float[] raw = Tensors.floats(9, x.length, true);
    for (int i = 0; i < x.length; i++) {
      x[i] = raw[i];
      m[i] = (byte) (i % 3);
    }
    Tensor<Smalti.F64> y = Tensor.of(new double[x.length], rows, 9);
    Tensor<Smalti.BOOL> k = Tensor.of(Smalti.BOOL, new byte[x.length], rows, 9);
    Tensor<Smalti.BOOL> masks = Tensor.of(Smalti.BOOL, m, rows, 9);
    emitted.call("app.MasksKernels", "run", Tensor.of(x, rows, 9), masks, y, k);
    Tile<Smalti.F64> t = Tensor.of(x, rows, 9).load();
    Mask big = t.gt(0.5).and(masks.load().ne(0L).not());
    Tensor<Smalti.F64> expected = Tensor.of(new double[x.length], rows, 9);
    expected.store(big.or(t.ne(t)).select(t.log(), t.exp()));
    Tensors.assertSameBits("selected", y, expected);
    Tensor<Smalti.BOOL> kExpected = Tensor.of(Smalti.BOOL, new byte[x.length], rows, 9);
    kExpected.store(big.cast(Smalti.BOOL));
    Tensors.assertSameBits("mask", k, kExpected);
  }

  private static final String EDGE =
      """
      smalti ir 1

      incore app.Edge.run  @ Edge.java:1:1
          in x: tensor<F32>[R, C]  @ Edge.java:2:1
          inout y: tensor<F32>[R, C]  @ Edge.java:3:1
          in from: int  @ Edge.java:4:1
          symbols R, C
        n: int = extent(min(4, C - from))  @ Edge.java:5:1
        for r in 0..R  @ Edge.java:6:1
          %t: F32[1, 4] valid [1, n] = load x[r, from] shape(1, 4) valid(1, n)  @ Edge.java:7:1
          %s: F32[1, 1] = reduce add %t over columns  @ Edge.java:8:1
          store %t - %s -> y[r, from] add  @ Edge.java:9:1
          write x[r, from]{double} * 2.0 -> y[r, 0]  @ Edge.java:10:1
      """;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void raggedEdgesElementsAndAdditions(boolean heap) {
    Emitted emitted = Emitted.of(EDGE);
    float[] data = Tensors.floats(8, 30, false);
    Tensor<Smalti.F32> x = heap ? Tensor.of(data, 3, 10) : Tensors.nativeOf(data, 3, 10);
    for (int from : new int[] {2, 6, 7, 9}) {
      Tensor<Smalti.F32> y =
          heap
              ? Tensor.of(new float[30], 3, 10)
              : Tensor.of(Smalti.F32, aligned(new float[30]), 3, 10);
      emitted.call("app.EdgeKernels", "run", x, y, from);
      Tensor<Smalti.F32> expected = Tensor.of(new float[30], 3, 10);
      int n = Math.min(4, 10 - from);
      for (int r = 0; r < 3; r++) {
        Tile<Smalti.F32> t = x.load(Smalti.at(r, from), Smalti.shape(1, 4), Smalti.shape(1, n));
        expected.store(t.sub(t.rowSum()), Smalti.at(r, from), Smalti.ADD);
        expected.write(Smalti.at(r, 0), x.read(Smalti.at(r, from)) * 2.0);
      }
      Tensors.assertSameBits("from " + from, y, expected);
    }
  }

  private static MemorySegment aligned(float[] values) {
    MemorySegment memory = java.lang.foreign.Arena.ofAuto().allocate(values.length * 4L, 8);
    memory.copyFrom(MemorySegment.ofArray(values));
    return memory;
  }

  @Test
  void whatLeavesATensorNamesLineTensorAndValues() {
    Emitted emitted = Emitted.of(EDGE);
    Tensor<Smalti.F32> x = Tensor.of(new float[30], 3, 10);
    Tensor<Smalti.F32> y = Tensor.of(new float[30], 3, 10);
    var negative =
        assertThrows(
            IndexOutOfBoundsException.class,
            () -> emitted.call("app.EdgeKernels", "run", x, y, -1));
    assertThat(negative).hasMessageThat().contains("Edge.java:7");
    assertThat(negative).hasMessageThat().contains("-1");
    var empty =
        assertThrows(
            IllegalArgumentException.class, () -> emitted.call("app.EdgeKernels", "run", x, y, 10));
    assertThat(empty).hasMessageThat().contains("Edge.java:8");
  }

  @Test
  void shapesOfArgumentsAreChecked() {
    Emitted emitted = Emitted.of(SOFTMAX);
    Tensor<Smalti.F32> x = Tensor.of(new float[6], 2, 3);
    var wrong =
        assertThrows(
            IllegalArgumentException.class,
            () -> emitted.call("app.ScoresKernels", "softmax", x, Tensor.of(new float[8], 2, 4)));
    assertThat(wrong).hasMessageThat().contains("axis 1 of y is declared C = 3");
    var axes =
        assertThrows(
            IllegalArgumentException.class,
            () -> emitted.call("app.ScoresKernels", "softmax", x, Tensor.of(new float[6], 6)));
    assertThat(axes).hasMessageThat().contains("y is declared with 2 axes");
  }

  @Test
  void overlapIsAcceptedWhereItIsSafeOnly() {
    Tensor<Smalti.F32> x = Tensor.of(Tensors.floats(1, 40, false), 4, 10);
    Tensor<Smalti.F32> copy = Tensor.of(Tensors.floats(1, 40, false), 4, 10);
    var refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Emitted.of(SOFTMAX).call("app.ScoresKernels", "softmax", x, x));
    assertThat(refused).hasMessageThat().contains("y, which is written, overlaps x");
    Emitted.of(SOFTMAX, (_, _) -> true).call("app.ScoresKernels", "softmax", x, x);
    Tensor<Smalti.F32> expected = Tensor.of(new float[40], 4, 10);
    softmax(copy, expected);
    Tensors.assertSameBits("in place", x, expected);
  }

  @Test
  void viewsHaveTheirOwnBounds() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Views.run  @ Views.java:1:1
                in x: tensor<F32>[2, 6, 8]  @ Views.java:1:1
                out y: tensor<F32>[3, 4]  @ Views.java:1:1
                in plane: int  @ Views.java:1:1
                in from: int  @ Views.java:1:1
              part: tensor<F32>[6, 8] = view x[plane, 0, 0] shape(1, 6, 8) drop 1  @ Views.java:2:1
              box: tensor<F32>[3, 4] = view part[from, 2] shape(3, 4)  @ Views.java:3:1
              %t: F32[3, 4] = load box[0, 0] shape(3, 4)  @ Views.java:4:1
              store %t + F32(box[2, 3]) -> y[0, 0]  @ Views.java:5:1
            """);
    float[] data = Tensors.floats(2, 96, false);
    Tensor<Smalti.F32> x = Tensor.of(data, 2, 6, 8);
    Tensor<Smalti.F32> y = Tensor.of(new float[12], 3, 4);
    emitted.call("app.ViewsKernels", "run", x, y, 1, 3);
    Tensor<Smalti.F32> box = x.at(1).slice(Smalti.at(3, 2), Smalti.shape(3, 4));
    Tensor<Smalti.F32> expected = Tensor.of(new float[12], 3, 4);
    expected.store(box.load().add(box.read(Smalti.at(2, 3))));
    Tensors.assertSameBits("view", y, expected);
    assertThrows(
        IndexOutOfBoundsException.class, () -> emitted.call("app.ViewsKernels", "run", x, y, 1, 4));
    assertThrows(
        IndexOutOfBoundsException.class, () -> emitted.call("app.ViewsKernels", "run", x, y, 2, 0));
  }

  @Test
  void boxesOfManyAxesBecomeRows() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Flat.run  @ Flat.java:1:1
                in x: tensor<F32>[3, 4, n]  @ Flat.java:1:1
                out y: tensor<F32>[8, n]  @ Flat.java:1:1
                symbols n
              store fused { load x[1, 0, 0] shape(2, 4, n) + F32(1) } -> y[0, 0]  @ Flat.java:2:1
            """);
    for (int n : new int[] {1, 5}) {
      Tensor<Smalti.F32> x = Tensor.of(Tensors.floats(n, 12 * n, false), 3, 4, n);
      Tensor<Smalti.F32> y = Tensor.of(new float[8 * n], 8, n);
      emitted.call("app.FlatKernels", "run", x, y);
      Tensor<Smalti.F32> expected = Tensor.of(new float[8 * n], 8, n);
      expected.store(x.load(Smalti.at(1, 0, 0), Smalti.shape(2, 4, n)).add(1));
      Tensors.assertSameBits("n = " + n, y, expected);
    }
  }

  @Test
  void usersNamesMeetNoneOfOurs() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Names.run  @ Names.java:1:1
                in core: tensor<F32>[S, i]  @ Names.java:1:1
                out Math: tensor<F32>[S, i]  @ Names.java:1:1
                in Core: double  @ Names.java:1:1
                in KERNEL: int  @ Names.java:1:1
                symbols S, i
              j: int = KERNEL + 1  @ Names.java:2:1
              größe: int = j * 2 - -3  @ Names.java:3:1
              for r in 0..S  @ Names.java:4:1
                %app: F32[1, i] = load core[r, 0] shape(1, i)  @ Names.java:5:1
                %_x: F32[1, 1] = reduce add %app over columns  @ Names.java:6:1
                store fused { (%app + %_x) * F32(Core) + F32(größe) } -> Math[r, 0]  @ Names.java:7:1
            """);
    float[] x = Tensors.floats(4, 12, false);
    Tensor<Smalti.F32> y = Tensor.of(new float[12], 3, 4);
    emitted.call("app.NamesKernels", "run", Tensor.of(x, 3, 4), y, 0.3, 4);
    Tensor<Smalti.F32> expected = Tensor.of(new float[12], 3, 4);
    Tile<Smalti.F32> t = Tensor.of(x, 3, 4).load();
    expected.store(t.add(t.rowSum()).mul(0.3).add(13));
    Tensors.assertSameBits("names", y, expected);
  }

  @Test
  void controlFlowIsTheUsers() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Flow.run  @ Flow.java:1:1
                in x: tensor<I32>[n]  @ Flow.java:1:1
                out y: tensor<I32>[4]  @ Flow.java:1:1
                symbols n
              count: int = 0  @ Flow.java:2:1
              at: int = 0  @ Flow.java:3:1
              while true  @ Flow.java:4:1
                if at >= n  @ Flow.java:5:1
                  break  @ Flow.java:5:5
                value: int = x[at]{int}  @ Flow.java:6:1
                at := at + 1  @ Flow.java:7:1
                if value < 0  @ Flow.java:8:1
                  continue  @ Flow.java:8:5
                else
                  if value == 0  @ Flow.java:9:1
                    count := count + 100  @ Flow.java:9:5
                  else
                    count := count + (value > 3 ? 2 : 1)  @ Flow.java:10:5
              for k in n..0 step -2  @ Flow.java:11:1
                count := count + (k << 1) % 7  @ Flow.java:12:1
              write count -> y[0]  @ Flow.java:13:1
              write Math.floorMod(-count, 5) -> y[3]  @ Flow.java:14:1
              return  @ Flow.java:15:1
            """);
    int[] x = {4, -1, 0, 2, 9};
    Tensor<Smalti.I32> y = Tensor.of(new int[4], 4);
    emitted.call("app.FlowKernels", "run", Tensor.of(x, 5), y);
    int count = 2 + 100 + 1 + 2;
    for (int k = 5; k > 0; k -= 2) {
      count += (k << 1) % 7;
    }
    assertThat(y.readInt(Smalti.at(0))).isEqualTo(count);
    assertThat(y.readInt(Smalti.at(3))).isEqualTo(Math.floorMod(-count, 5));
  }

  @Test
  void theSameInputGivesTheSameBytes() {
    assertThat(Emitted.sources(SOFTMAX, Aliasing.NONE))
        .isEqualTo(Emitted.sources(SOFTMAX, Aliasing.NONE));
  }
}
