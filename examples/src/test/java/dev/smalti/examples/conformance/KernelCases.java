package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.BOOL;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.F64;
import static dev.smalti.lang.Smalti.I32;
import static dev.smalti.lang.Smalti.I64;

import dev.smalti.lang.Smalti;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Kernels of one device, with what each computes. */
final class KernelCases {
  /** Rows and columns: single elements, strands that are not full, more than a strip. */
  private static final int[][] SIZES = {
    {1, 1}, {2, 2}, {5, 7}, {3, 31}, {2, 32}, {4, 33}, {9, 100}, {2, 2050}
  };

  private KernelCases() {}

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (int[] size : SIZES) {
      all.addAll(ofRows(size[0], size[1]));
    }
    for (int n : new int[] {1, 5, 64, 200}) {
      all.add(relations(n));
      all.addAll(RecordCases.kernels(n));
      all.add(causal(n));
      all.add(arithmetic(n));
      all.add(longs(n));
      all.add(casts(n));
      all.add(floats(n));
      all.add(doubles(n));
      all.add(collatz(n));
      all.add(generator(n));
      all.add(elements(n));
      all.add(firstAtLeast(n, 100));
      all.add(firstAtLeast(n, Integer.MAX_VALUE));
    }
    return all;
  }

  /** Those that take rows. */
  static List<Case> ofRows(int rows, int columns) {
    List<Case> all = new ArrayList<>();
    all.add(softmax(rows, columns));
    all.add(layerNorm(rows, columns));
    all.add(rmsNorm(rows, columns));
    all.add(scaleInPlace(rows, columns));
    all.add(clamp(rows, columns));
    all.add(reductions(rows, columns));
    all.add(summary(rows, columns));
    all.add(summaryOfAnyNumbers(rows, columns));
    all.add(centre(rows, columns));
    all.add(outer(rows, columns));
    all.add(raggedSoftmax(rows, columns));
    all.add(columnMeans(rows, columns));
    all.add(prefix(rows, columns));
    all.add(swapHalves(rows, 2 * columns));
    all.addAll(CrowdCases.of(rows, columns));
    if (rows > 1) {
      all.add(quarters(rows, columns));
    }
    return all;
  }

  private static float[] row(float[] all, int columns, int row) {
    return Arrays.copyOfRange(all, row * columns, (row + 1) * columns);
  }

  // ---- norms

  private static double[] softmaxOf(float[] x, int rows, int columns) {
    return Numbers.table(
        rows,
        columns,
        (r, c) -> {
          double most =
              IntStream.range(0, columns).mapToDouble(i -> x[r * columns + i]).max().orElseThrow();
          double all = Numbers.sum(columns, i -> Math.exp(x[r * columns + i] - most));
          return Math.exp(x[r * columns + c] - most) / all;
        });
  }

  private static Case softmax(int rows, int columns) {
    float[] values = Numbers.floats(rows + 31L * columns, rows * columns);
    Slot<Smalti.F32> x = Slot.of(values, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    return Case.kernel(
            Norms.class,
            "softmax",
            of -> Norms.softmax(of.of(x), of.of(y)),
            of -> NormsKernels.softmax(of.of(x), of.of(y)),
            x,
            y)
        .expectingNear(y, softmaxOf(values, rows, columns), 2e-6, 1e-30);
  }

  private static Case layerNorm(int rows, int columns) {
    float[] values = Numbers.floats(7 + rows + 31L * columns, rows * columns);
    float[] scale = Numbers.floats(8 + columns, columns);
    float[] shift = Numbers.floats(9 + columns, columns);
    Slot<Smalti.F32> x = Slot.of(values, rows, columns);
    Slot<Smalti.F32> gamma = Slot.of(scale, 1, columns);
    Slot<Smalti.F32> beta = Slot.of(shift, 1, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    return Case.kernel(
            Norms.class,
            "layerNorm",
            of -> Norms.layerNorm(of.of(x), of.of(gamma), of.of(beta), of.of(y)),
            of -> NormsKernels.layerNorm(of.of(x), of.of(gamma), of.of(beta), of.of(y)),
            x,
            gamma,
            beta,
            y)
        .expectingNear(
            y,
            Numbers.table(
                rows,
                columns,
                (r, c) -> {
                  float[] row = row(values, columns, r);
                  double mean = Numbers.sum(columns, i -> row[i]) / columns;
                  double variance =
                      Numbers.sum(columns, i -> (row[i] - mean) * (row[i] - mean)) / columns;
                  double norm = (row[c] - mean) / Math.sqrt(variance + Norms.EPSILON);
                  return norm * scale[c] + shift[c];
                }),
            1e-5,
            1e-5);
  }

  private static Case rmsNorm(int rows, int columns) {
    float[] values = Numbers.floats(3 + rows + 31L * columns, rows * columns);
    Slot<Smalti.F32> x = Slot.of(values, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    return Case.kernel(
            Norms.class,
            "rmsNorm",
            of -> Norms.rmsNorm(of.of(x), of.of(y)),
            of -> NormsKernels.rmsNorm(of.of(x), of.of(y)),
            x,
            y)
        .expectingNear(
            y,
            Numbers.table(
                rows,
                columns,
                (r, c) -> {
                  float[] row = row(values, columns, r);
                  double mean = Numbers.sum(columns, i -> (double) row[i] * row[i]) / columns;
                  return row[c] / Math.sqrt(mean + 1e-6);
                }),
            2e-6,
            1e-30);
  }

  private static Case scaleInPlace(int rows, int columns) {
    float[] values = Numbers.floats(5 + rows + 31L * columns, rows * columns);
    Slot<Smalti.F32> x = Slot.of(values, rows, columns).changed();
    return Case.kernel(
            Norms.class,
            "scaleInPlace",
            of -> Norms.scaleInPlace(of.of(x)),
            of -> NormsKernels.scaleInPlace(of.of(x)),
            x)
        .expecting(
            x,
            Bits.of(
                Numbers.floatTable(
                    rows,
                    columns,
                    (r, c) -> {
                      float most = 1;
                      for (float each : row(values, columns, r)) {
                        most = Math.max(most, Math.abs(each));
                      }
                      return values[r * columns + c] / most;
                    })));
  }

  // ---- masks

  private static Case relations(int n) {
    float[] left = Numbers.anyFloats(n, n);
    float[] right = Numbers.anyFloats(n + 1, n);
    for (int i = 0; i < n; i += 3) {
      right[i] = left[i];
    }
    Slot<Smalti.F32> a = Slot.of(left, 1, n);
    Slot<Smalti.F32> b = Slot.of(right, 1, n);
    Slot<Smalti.I32> y = Slot.output(I32, 12, n);
    int[] expected = new int[12 * n];
    for (int i = 0; i < n; i++) {
      for (int second = 0; second < 2; second++) {
        float l = left[i];
        float r = second == 0 ? right[i] : 0.5f;
        boolean[] holds = {l < r, l <= r, l > r, l >= r, l == r, l != r};
        for (int relation = 0; relation < 6; relation++) {
          expected[(6 * second + relation) * n + i] = holds[relation] ? 1 : 0;
        }
      }
    }
    return Case.kernel(
            Masks.class,
            "relations",
            of -> Masks.relations(of.of(a), of.of(b), of.of(y)),
            of -> MasksKernels.relations(of.of(a), of.of(b), of.of(y)),
            a,
            b,
            y)
        .expecting(y, Bits.of(expected));
  }

  private static Case clamp(int rows, int n) {
    float[] values = Numbers.anyFloats(rows + 31L * n, rows * n);
    Slot<Smalti.F32> x = Slot.of(values, rows, n);
    Slot<Smalti.F32> y = Slot.output(F32, rows, n);
    Slot<Smalti.BOOL> changed = Slot.output(BOOL, rows, n);
    float low = -0.3f;
    float high = 1.7f;
    float[] clamped = new float[values.length];
    int[] outside = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      clamped[i] = Math.min(Math.max(values[i], low), high);
      outside[i] = values[i] < low || values[i] > high ? 1 : 0;
    }
    return Case.kernel(
            Masks.class,
            "clamp",
            of -> Masks.clamp(of.of(x), of.of(y), of.of(changed), -0.3, 1.7),
            of -> MasksKernels.clamp(of.of(x), of.of(y), of.of(changed), -0.3, 1.7),
            x,
            y,
            changed,
            -0.3,
            1.7)
        .expecting(y, Bits.of(clamped))
        .expecting(changed, Bits.of(outside));
  }

  private static Case causal(int n) {
    float[] values = Numbers.anyFloats(n, n * n);
    int[] numbers = IntStream.range(0, n).toArray();
    Slot<Smalti.F32> x = Slot.of(values, n, n);
    Slot<Smalti.I32> row = Slot.of(numbers, n, 1);
    Slot<Smalti.I32> column = Slot.of(numbers, 1, n);
    Slot<Smalti.F32> y = Slot.output(F32, n, n);
    return Case.kernel(
            Masks.class,
            "causal",
            of -> Masks.causal(of.of(x), of.of(row), of.of(column), of.of(y)),
            of -> MasksKernels.causal(of.of(x), of.of(row), of.of(column), of.of(y)),
            x,
            row,
            column,
            y)
        .expecting(
            y, Bits.of(Numbers.floatTable(n, n, (r, c) -> c <= r ? values[r * n + c] : -1e30f)));
  }

  // ---- integers

  private static Case arithmetic(int n) {
    int[] left = Numbers.anyInts(n, n);
    int[] right = Numbers.divisors(Numbers.anyInts(n + 1, n));
    Slot<Smalti.I32> a = Slot.of(left, 1, n);
    Slot<Smalti.I32> b = Slot.of(right, 1, n);
    Slot<Smalti.I32> y = Slot.output(I32, 9, n);
    return Case.kernel(
            Integers.class,
            "arithmetic",
            of -> Integers.arithmetic(of.of(a), of.of(b), of.of(y)),
            of -> IntegersKernels.arithmetic(of.of(a), of.of(b), of.of(y)),
            a,
            b,
            y)
        .expecting(
            y,
            Bits.of(
                Numbers.rows(
                    left,
                    right,
                    (l, r) -> l + r,
                    (l, r) -> l - r,
                    (l, r) -> l * r,
                    (l, r) -> l / r,
                    Math::max,
                    Math::min,
                    (l, _) -> -l,
                    (l, _) -> l < 0 ? -l : l,
                    (l, _) -> (l * 3 + Integer.MAX_VALUE) / -7)));
  }

  private static Case longs(int n) {
    long[] left = Numbers.anyLongs(n, n);
    long[] right = Numbers.divisors(Numbers.anyLongs(n + 1, n));
    long scalar = -0x1_0000_0001L;
    Slot<Smalti.I64> a = Slot.of(left, 1, n);
    Slot<Smalti.I64> b = Slot.of(right, 1, n);
    Slot<Smalti.I64> y = Slot.output(I64, 9, n);
    return Case.kernel(
            Integers.class,
            "longs",
            of -> Integers.longs(of.of(a), of.of(b), of.of(y), scalar),
            of -> IntegersKernels.longs(of.of(a), of.of(b), of.of(y), scalar),
            a,
            b,
            y,
            scalar)
        .expecting(
            y,
            Numbers.rows(
                left,
                right,
                (l, r) -> l + r,
                (l, r) -> l - r,
                (l, r) -> l * r,
                (l, r) -> l / r,
                Math::max,
                Math::min,
                (l, _) -> -l,
                (l, _) -> l < 0 ? -l : l,
                (l, _) -> l * scalar + Long.MAX_VALUE));
  }

  private static Case reductions(int rows, int n) {
    int[] values = Numbers.anyInts(rows + 31L * n, rows * n);
    Slot<Smalti.I32> x = Slot.of(values, rows, n);
    Slot<Smalti.I32> ofRows = Slot.output(I32, rows, 3);
    Slot<Smalti.I32> ofColumns = Slot.output(I32, 3, n);
    int[] expectedRows = new int[rows * 3];
    for (int r = 0; r < rows; r++) {
      int[] row = Arrays.copyOfRange(values, r * n, (r + 1) * n);
      expectedRows[3 * r] = Arrays.stream(row).sum();
      expectedRows[3 * r + 1] = Arrays.stream(row).max().orElseThrow();
      expectedRows[3 * r + 2] = Arrays.stream(row).min().orElseThrow();
    }
    int[] expectedColumns = new int[3 * n];
    for (int c = 0; c < n; c++) {
      int at = c;
      int[] column = IntStream.range(0, rows).map(r -> values[r * n + at]).toArray();
      expectedColumns[c] = Arrays.stream(column).sum();
      expectedColumns[n + c] = Arrays.stream(column).max().orElseThrow();
      expectedColumns[2 * n + c] = Arrays.stream(column).min().orElseThrow();
    }
    return Case.kernel(
            Integers.class,
            "reductions",
            of -> Integers.reductions(of.of(x), of.of(ofRows), of.of(ofColumns)),
            of -> IntegersKernels.reductions(of.of(x), of.of(ofRows), of.of(ofColumns)),
            x,
            ofRows,
            ofColumns)
        .expecting(ofRows, Bits.of(expectedRows))
        .expecting(ofColumns, Bits.of(expectedColumns));
  }

  private static Case casts(int n) {
    float[] floats = Numbers.anyFloats(n, n);
    double[] doubles = Numbers.anyDoubles(n, n);
    long[] longs = Numbers.anyLongs(n, n);
    Slot<Smalti.F32> f = Slot.of(floats, 1, n);
    Slot<Smalti.F64> d = Slot.of(doubles, 1, n);
    Slot<Smalti.I64> l = Slot.of(longs, 1, n);
    Slot<Smalti.I32> toInts = Slot.output(I32, 4, n);
    Slot<Smalti.I64> toLongs = Slot.output(I64, 3, n);
    Slot<Smalti.F32> toFloats = Slot.output(F32, 4, n);
    Slot<Smalti.F64> toDoubles = Slot.output(F64, 3, n);
    int[] ints = new int[4 * n];
    long[] wide = new long[3 * n];
    float[] single = new float[4 * n];
    double[] real = new double[3 * n];
    for (int i = 0; i < n; i++) {
      ints[i] = (int) floats[i];
      ints[n + i] = (int) doubles[i];
      ints[2 * n + i] = (int) longs[i];
      ints[3 * n + i] = floats[i] != 0 ? 1 : 0;
      wide[i] = (long) floats[i];
      wide[n + i] = (long) doubles[i];
      wide[2 * n + i] = (int) longs[i];
      single[i] = (float) doubles[i];
      single[n + i] = longs[i];
      single[2 * n + i] = (int) longs[i];
      single[3 * n + i] = doubles[i] > 0 ? 1 : 0;
      real[i] = floats[i];
      real[n + i] = longs[i];
      real[2 * n + i] = (int) longs[i];
    }
    return Case.kernel(
            Integers.class,
            "casts",
            of ->
                Integers.casts(
                    of.of(f),
                    of.of(d),
                    of.of(l),
                    of.of(toInts),
                    of.of(toLongs),
                    of.of(toFloats),
                    of.of(toDoubles)),
            of ->
                IntegersKernels.casts(
                    of.of(f),
                    of.of(d),
                    of.of(l),
                    of.of(toInts),
                    of.of(toLongs),
                    of.of(toFloats),
                    of.of(toDoubles)),
            f,
            d,
            l,
            toInts,
            toLongs,
            toFloats,
            toDoubles)
        .expecting(toInts, Bits.of(ints))
        .expecting(toLongs, wide)
        .expecting(toFloats, Bits.of(single))
        .expecting(toDoubles, Bits.of(real));
  }

  // ---- columns

  private static Case summary(int rows, int columns) {
    return summary(Numbers.floats(rows + 37L * columns, rows * columns), rows, columns);
  }

  private static Case summaryOfAnyNumbers(int rows, int columns) {
    return summary(Numbers.anyFloats(rows + 41L * columns, rows * columns), rows, columns);
  }

  private static Case summary(float[] values, int rows, int columns) {
    Slot<Smalti.F32> x = Slot.of(values, rows, columns);
    Slot<Smalti.F32> ofColumns = Slot.output(F32, 3, columns);
    Slot<Smalti.F32> ofRows = Slot.output(F32, rows, 3);
    float[] expectedColumns = new float[3 * columns];
    for (int c = 0; c < columns; c++) {
      float sum = values[c];
      float most = sum;
      float least = sum;
      for (int r = 1; r < rows; r++) {
        float each = values[r * columns + c];
        sum += each;
        most = Math.max(most, each);
        least = Math.min(least, each);
      }
      expectedColumns[c] = sum;
      expectedColumns[columns + c] = most;
      expectedColumns[2 * columns + c] = least;
    }
    float[] expectedRows = new float[rows * 3];
    for (int r = 0; r < rows; r++) {
      float[] row = row(values, columns, r);
      float most = row[0];
      float least = row[0];
      for (float each : row) {
        most = Math.max(most, each);
        least = Math.min(least, each);
      }
      expectedRows[3 * r] = Numbers.rowSum(row);
      expectedRows[3 * r + 1] = most;
      expectedRows[3 * r + 2] = least;
    }
    return Case.kernel(
            Columns.class,
            "summary",
            of -> Columns.summary(of.of(x), of.of(ofColumns), of.of(ofRows)),
            of -> ColumnsKernels.summary(of.of(x), of.of(ofColumns), of.of(ofRows)),
            x,
            ofColumns,
            ofRows)
        .expecting(ofColumns, Bits.of(expectedColumns))
        .expecting(ofRows, Bits.of(expectedRows));
  }

  private static Case centre(int rows, int columns) {
    float[] values = Numbers.floats(rows + 43L * columns, rows * columns);
    Slot<Smalti.F32> x = Slot.of(values, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    double all = Numbers.sum(values.length, i -> values[i]) / values.length;
    return Case.kernel(
            Columns.class,
            "centre",
            of -> Columns.centre(of.of(x), of.of(y)),
            of -> ColumnsKernels.centre(of.of(x), of.of(y)),
            x,
            y)
        .expectingNear(
            y,
            Numbers.table(
                rows,
                columns,
                (r, c) ->
                    values[r * columns + c]
                        - Numbers.sum(rows, i -> values[i * columns + c]) / rows
                        - Numbers.sum(columns, i -> values[r * columns + i]) / columns
                        + all),
            1e-5,
            1e-5);
  }

  private static Case outer(int rows, int columns) {
    double[] left = Numbers.anyDoubles(rows, rows);
    double[] right = Numbers.anyDoubles(columns, columns);
    Slot<Smalti.F64> a = Slot.of(left, rows, 1);
    Slot<Smalti.F64> b = Slot.of(right, 1, columns);
    Slot<Smalti.F64> y = Slot.output(F64, rows, columns);
    return Case.kernel(
            Columns.class,
            "outer",
            of -> Columns.outer(of.of(a), of.of(b), of.of(y)),
            of -> ColumnsKernels.outer(of.of(a), of.of(b), of.of(y)),
            a,
            b,
            y)
        .expecting(
            y,
            Bits.of(
                Numbers.table(
                    rows, columns, (r, c) -> Math.fma(left[r] * right[c], left[r], right[c]))));
  }

  // ---- ragged rows

  private static Case raggedSoftmax(int rows, int columns) {
    float[] values = Numbers.floats(rows + 47L * columns, rows * columns);
    Slot<Smalti.F32> x = Slot.of(values, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    return Case.kernel(
            RaggedRows.class,
            "softmax",
            of -> RaggedRows.softmax(of.of(x), of.of(y)),
            of -> RaggedRowsKernels.softmax(of.of(x), of.of(y)),
            x,
            y)
        .expectingNear(y, softmaxOf(values, rows, columns), 2e-6, 1e-30);
  }

  private static Case columnMeans(int rows, int columns) {
    float[] values = Numbers.floats(rows + 53L * columns, rows * columns);
    Slot<Smalti.F32> x = Slot.of(values, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, 1, columns);
    return Case.kernel(
            RaggedRows.class,
            "columnMeans",
            of -> RaggedRows.columnMeans(of.of(x), of.of(y)),
            of -> RaggedRowsKernels.columnMeans(of.of(x), of.of(y)),
            x,
            y)
        .expecting(
            y,
            Bits.of(
                Numbers.floatTable(
                    1,
                    columns,
                    (_, c) -> {
                      float sum = 0;
                      for (int r = 0; r < rows; r++) {
                        sum += values[r * columns + c];
                      }
                      return sum / rows;
                    })));
  }

  // ---- scalars

  private static Case collatz(int n) {
    int[] values = Numbers.anyInts(n, n);
    Slot<Smalti.I32> start = Slot.of(values, 1, n);
    Slot<Smalti.I32> steps = Slot.output(I32, 1, n);
    int most = 90;
    int[] expected = Arrays.stream(values).map(each -> collatzSteps(each, most)).toArray();
    return Case.kernel(
            Scalars.class,
            "collatz",
            of -> Scalars.collatz(of.of(start), of.of(steps), most),
            of -> ScalarsKernels.collatz(of.of(start), of.of(steps), most),
            start,
            steps,
            most)
        .expecting(steps, Bits.of(expected));
  }

  private static int collatzSteps(int start, int most) {
    if (start <= 0) {
      return 0;
    }
    int count = 0;
    for (long value = start; value != 1; value = value % 2 == 0 ? value / 2 : 3 * value + 1) {
      if (count == most) {
        return -1;
      }
      count++;
    }
    return count;
  }

  private static Case generator(int n) {
    float[] values = Numbers.floats(n, n);
    Slot<Smalti.F32> x = Slot.of(values, 1, n);
    Slot<Smalti.F32> y = Slot.output(F32, 1, n);
    Slot<Smalti.I64> state = Slot.output(I64, 1, 4);
    long seed = 0x5DEECE66DL + n;
    int rounds = 23;
    float[] sum = values.clone();
    long s = seed;
    for (int i = rounds; i > 0; i -= 2) {
      s = s * 6364136223846793005L + 1442695040888963407L;
      int high = (int) (s >>> 33);
      for (int k = 0; k < n; k++) {
        sum[k] =
            high % 2 != 0 ? sum[k] + high % 1000 : sum[k] - (float) (Math.floorMod(high, 7) * 0.5);
        sum[k] *= high % 10 == 0 ? 2 : 1;
      }
    }
    long[] left = {s, (s >> 7) ^ (~s << 3), s / 1000 % 17, Math.max(s, -s)};
    return Case.kernel(
            Scalars.class,
            "generator",
            of -> Scalars.generator(of.of(x), of.of(y), of.of(state), seed, rounds),
            of -> ScalarsKernels.generator(of.of(x), of.of(y), of.of(state), seed, rounds),
            x,
            y,
            state,
            seed,
            rounds)
        .expecting(y, Bits.of(sum))
        .expecting(state, left);
  }

  private static Case elements(int n) {
    double[] values = Numbers.anyDoubles(n, n);
    Slot<Smalti.F64> x = Slot.of(values, 1, n);
    Slot<Smalti.F64> y = Slot.output(F64, 2, n);
    Slot<Smalti.F32> z = Slot.output(F32, 1, n);
    double[] two = new double[2 * n];
    float[] one = new float[n];
    for (int i = 0; i < n; i++) {
      double v = values[i];
      double p = Math.fma(v, 0.25, -1.5) * v + 3;
      two[i] = v < 0 ? -p : Math.sqrt(v);
      two[n + i] = (int) v + (((long) (p * 1e10)) % 1000) * 1e-3;
      one[i] = (float) p / 3f;
    }
    return Case.kernel(
            Scalars.class,
            "elements",
            of -> Scalars.elements(of.of(x), of.of(y), of.of(z)),
            of -> ScalarsKernels.elements(of.of(x), of.of(y), of.of(z)),
            x,
            y,
            z)
        .expecting(y, Bits.of(two))
        .expecting(z, Bits.of(one));
  }

  private static Case firstAtLeast(int n, int wanted) {
    int rows = 3;
    int[] values = Numbers.anyInts(n, rows * n);
    Slot<Smalti.I32> x = Slot.of(values, rows, n);
    Slot<Smalti.I32> place = Slot.output(I32, 1, 3);
    int found =
        IntStream.range(0, values.length).filter(i -> values[i] >= wanted).findFirst().orElse(-1);
    int[] expected =
        found < 0 ? new int[] {-1, -1, values.length} : new int[] {found / n, found % n, found + 1};
    return Case.kernel(
            Scalars.class,
            "firstAtLeast",
            of -> Scalars.firstAtLeast(of.of(x), of.of(place), wanted),
            of -> ScalarsKernels.firstAtLeast(of.of(x), of.of(place), wanted),
            x,
            place,
            wanted)
        .expecting(place, Bits.of(expected));
  }

  // ---- elementary functions

  private static Case floats(int n) {
    float[] values = Numbers.anyFloats(n, n);
    Slot<Smalti.F32> x = Slot.of(values, 1, n);
    Slot<Smalti.F32> y = Slot.output(F32, 7, n);
    double[] expected =
        Numbers.rows(
            Numbers.widened(values),
            StrictMath::exp,
            StrictMath::log,
            Math::sqrt,
            v -> 1 / Math.sqrt(v),
            v -> 1 / v,
            v -> Math.fma((float) v, (float) v, 0.1f),
            v -> -Math.min(Math.max((float) v, 0f), 1f));
    double[] rounded = Arrays.stream(expected).map(v -> (float) v).toArray();
    return Case.kernel(
            Elementary.class,
            "floats",
            of -> Elementary.floats(of.of(x), of.of(y)),
            of -> ElementaryKernels.floats(of.of(x), of.of(y)),
            x,
            y)
        .expectingNear(y, rounded, 2.5e-7, 3e-45);
  }

  private static Case doubles(int n) {
    double[] values = Numbers.anyDoubles(n, n);
    Slot<Smalti.F64> x = Slot.of(values, 1, n);
    Slot<Smalti.F64> y = Slot.output(F64, 7, n);
    double[] expected =
        Numbers.rows(
            values,
            StrictMath::exp,
            StrictMath::log,
            Math::sqrt,
            v -> 1 / Math.sqrt(v),
            v -> 1 / v,
            v -> Math.fma(v, v, 0.1),
            v -> -Math.min(Math.max(v, 0), 1));
    return Case.kernel(
            Elementary.class,
            "doubles",
            of -> Elementary.doubles(of.of(x), of.of(y)),
            of -> ElementaryKernels.doubles(of.of(x), of.of(y)),
            x,
            y)
        .expectingNear(y, expected, 5e-16, 1e-323);
  }

  // ---- views

  private static Case quarters(int rows, int n) {
    float[] values = Numbers.floats(rows + 59L * n, 2 * rows * n);
    float[] old = Numbers.floats(rows + 61L * n, 2 * rows * n);
    Slot<Smalti.F32> x = Slot.of(values, 2, rows, n);
    Slot<Smalti.F32> y = Slot.of(old, 2, rows, n).changed();
    int half = rows * n;
    float[] expected = new float[2 * half];
    for (int i = 0; i < half; i++) {
      expected[i] = i < n ? values[half + (rows - 1) * n + i] : values[i - n];
      expected[half + i] = old[half + i] + (values[i] + values[half + i]);
    }
    expected[half + n - 1] = 7;
    return Case.kernel(
            Views.class,
            "quarters",
            of -> Views.quarters(of.of(x), of.of(y)),
            of -> ViewsKernels.quarters(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, Bits.of(expected));
  }

  private static Case prefix(int rows, int n) {
    float[] values = Numbers.floats(rows + 67L * n, rows * n);
    Slot<Smalti.F32> x = Slot.of(values, rows, n).changed();
    float[] expected = values.clone();
    for (int i = n; i < expected.length; i++) {
      expected[i] += expected[i - n];
    }
    return Case.kernel(
            Views.class,
            "prefix",
            of -> Views.prefix(of.of(x)),
            of -> ViewsKernels.prefix(of.of(x)),
            x)
        .expecting(x, Bits.of(expected));
  }

  private static Case swapHalves(int rows, int n) {
    float[] values = Numbers.floats(rows + 71L * n, rows * n);
    Slot<Smalti.F32> x = Slot.of(values, rows, n).changed();
    return Case.kernel(
            Views.class,
            "swapHalves",
            of -> Views.swapHalves(of.of(x)),
            of -> ViewsKernels.swapHalves(of.of(x)),
            x)
        .expecting(
            x, Bits.of(Numbers.floatTable(rows, n, (r, c) -> values[r * n + (c + n / 2) % n])));
  }
}
