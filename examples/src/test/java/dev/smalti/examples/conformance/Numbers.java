package dev.smalti.examples.conformance;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongBinaryOperator;

/** Numbers to compute on: drawn from a seed, some of them special. */
final class Numbers {
  private static final float[] SPECIAL = {
    0f,
    -0f,
    1f,
    -1f,
    0.5f,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    1e-20f,
    -1e20f,
    88.7f,
    -87.5f,
    -103.9f,
    3e9f,
    -2147483648f
  };
  private static final double[] SPECIAL_DOUBLE = {
    0,
    -0.0,
    1,
    -1,
    0.5,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    1e-200,
    -1e200,
    709.7,
    -708.3,
    -745.1,
    3e9,
    -9.3e18
  };
  private static final long[] SPECIAL_INTEGER = {
    0,
    1,
    -1,
    2,
    7,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 31,
    -(1L << 31) - 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    1L << 53,
    (1L << 53) + 1,
    16777217,
    0x1234_5678_9ABC_DEF0L
  };

  private Numbers() {}

  /** Ordinary numbers, about one of size 1. */
  static float[] floats(long seed, int count) {
    Random random = new Random(seed);
    float[] all = new float[count];
    for (int i = 0; i < count; i++) {
      all[i] = (float) (random.nextGaussian() * 2);
    }
    return all;
  }

  /** Ordinary and special numbers. */
  static float[] anyFloats(long seed, int count) {
    Random random = new Random(seed);
    float[] all = new float[count];
    for (int i = 0; i < count; i++) {
      all[i] =
          random.nextInt(3) == 0
              ? SPECIAL[random.nextInt(SPECIAL.length)]
              : (float) (random.nextGaussian() * Math.pow(10, random.nextInt(5) - 2));
    }
    return all;
  }

  /** Ordinary and special numbers. */
  static double[] anyDoubles(long seed, int count) {
    Random random = new Random(seed);
    double[] all = new double[count];
    for (int i = 0; i < count; i++) {
      all[i] =
          random.nextInt(3) == 0
              ? SPECIAL_DOUBLE[random.nextInt(SPECIAL_DOUBLE.length)]
              : random.nextGaussian() * Math.pow(10, random.nextInt(6) - 2);
    }
    return all;
  }

  /** Ordinary and special numbers. */
  static long[] anyLongs(long seed, int count) {
    Random random = new Random(seed);
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      all[i] =
          random.nextInt(3) == 0
              ? SPECIAL_INTEGER[random.nextInt(SPECIAL_INTEGER.length)]
              : random.nextLong() >> random.nextInt(64);
    }
    return all;
  }

  /** The lower halves of {@link #anyLongs}. */
  static int[] anyInts(long seed, int count) {
    long[] wide = anyLongs(seed, count);
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      all[i] = (int) wide[i];
    }
    return all;
  }

  /** The same without 0, which nothing is divided by. */
  static int[] divisors(int[] values) {
    int[] all = values.clone();
    for (int i = 0; i < all.length; i++) {
      all[i] = all[i] == 0 ? -1 : all[i];
    }
    return all;
  }

  /** The same without 0, which nothing is divided by. */
  static long[] divisors(long[] values) {
    long[] all = values.clone();
    for (int i = 0; i < all.length; i++) {
      all[i] = all[i] == 0 ? -1 : all[i];
    }
    return all;
  }

  /** A row of results for each function. */
  static double[] rows(double[] x, DoubleUnaryOperator... functions) {
    return table(functions.length, x.length, (r, i) -> functions[r].applyAsDouble(x[i]));
  }

  /** A row of results for each function. */
  static int[] rows(int[] a, int[] b, IntBinaryOperator... functions) {
    int[] all = new int[functions.length * a.length];
    for (int i = 0; i < all.length; i++) {
      int column = i % a.length;
      all[i] = functions[i / a.length].applyAsInt(a[column], b[column]);
    }
    return all;
  }

  /** A row of results for each function. */
  static long[] rows(long[] a, long[] b, LongBinaryOperator... functions) {
    long[] all = new long[functions.length * a.length];
    for (int i = 0; i < all.length; i++) {
      int column = i % a.length;
      all[i] = functions[i / a.length].applyAsLong(a[column], b[column]);
    }
    return all;
  }

  /** What a number in row r, column c is. */
  @FunctionalInterface
  interface Cell {
    double at(int row, int column);
  }

  static double[] table(int rows, int columns, Cell cell) {
    double[] all = new double[rows * columns];
    for (int i = 0; i < all.length; i++) {
      all[i] = cell.at(i / columns, i % columns);
    }
    return all;
  }

  /** The same, rounded to F32. */
  static float[] floatTable(int rows, int columns, Cell cell) {
    float[] all = new float[rows * columns];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) cell.at(i / columns, i % columns);
    }
    return all;
  }

  static double[] widened(float[] values) {
    return table(1, values.length, (_, i) -> values[i]);
  }

  static double sum(int count, IntToDoubleFunction value) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += value.applyAsDouble(i);
    }
    return sum;
  }

  /**
   * The sum of a row as the language defines it: 32 strands take the elements in turn, then the
   * strands are added pairwise.
   */
  static float rowSum(float[] row) {
    float[] strands = new float[Math.min(32, row.length)];
    for (int i = 0; i < row.length; i++) {
      strands[i % 32] = i < 32 ? row[i] : strands[i % 32] + row[i];
    }
    for (int width = 16; width > 0; width /= 2) {
      for (int k = 0; k < width && k + width < strands.length; k++) {
        strands[k] += strands[k + width];
      }
    }
    return strands[0];
  }
}
