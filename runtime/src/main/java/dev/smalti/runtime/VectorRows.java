package dev.smalti.runtime;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Rows} in vectors of 256 bits: the same strands, the same bits. A strand without elements
 * starts as what changes nothing; of a sum that is negative zero, which does not even change a
 * zero. Generated code of the vector tier calls it; it cannot be loaded without the Vector API.
 */
public final class VectorRows {
  private static final VectorSpecies<Float> F32 = FloatVector.SPECIES_256;
  private static final VectorSpecies<Double> F64 = DoubleVector.SPECIES_256;
  private static final VectorSpecies<Integer> I32 = IntVector.SPECIES_256;
  private static final VectorSpecies<Long> I64 = LongVector.SPECIES_256;

  private static final VectorShuffle<Float> SWAP_4_F32 =
      VectorShuffle.fromValues(F32, 4, 5, 6, 7, 0, 1, 2, 3);
  private static final VectorShuffle<Float> SWAP_2_F32 =
      VectorShuffle.fromValues(F32, 2, 3, 0, 1, 6, 7, 4, 5);
  private static final VectorShuffle<Float> SWAP_1_F32 =
      VectorShuffle.fromValues(F32, 1, 0, 3, 2, 5, 4, 7, 6);
  private static final VectorShuffle<Double> SWAP_2_F64 = VectorShuffle.fromValues(F64, 2, 3, 0, 1);
  private static final VectorShuffle<Double> SWAP_1_F64 = VectorShuffle.fromValues(F64, 1, 0, 3, 2);

  private VectorRows() {}

  /**
   * Folds {@code x[at..at + n)} of {@code F32}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the sum
   */
  public static float sum(float[] x, int at, int n) {
    FloatVector a0 = FloatVector.broadcast(F32, -0f);
    FloatVector a1 = a0;
    FloatVector a2 = a0;
    FloatVector a3 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.add(FloatVector.fromArray(F32, x, at + j));
      a1 = a1.add(FloatVector.fromArray(F32, x, at + j + 8));
      a2 = a2.add(FloatVector.fromArray(F32, x, at + j + 16));
      a3 = a3.add(FloatVector.fromArray(F32, x, at + j + 24));
    }
    if (j < n) {
      VectorMask<Float> in = F32.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.ADD, FloatVector.fromArray(F32, x, at + j, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Float> in = F32.indexInRange(j + 8, n);
      a1 = a1.lanewise(VectorOperators.ADD, FloatVector.fromArray(F32, x, at + j + 8, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Float> in = F32.indexInRange(j + 16, n);
      a2 = a2.lanewise(VectorOperators.ADD, FloatVector.fromArray(F32, x, at + j + 16, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Float> in = F32.indexInRange(j + 24, n);
      a3 = a3.lanewise(VectorOperators.ADD, FloatVector.fromArray(F32, x, at + j + 24, in), in);
    }
    a0 = a0.add(a2);
    a1 = a1.add(a3);
    a0 = a0.add(a1);
    a0 = a0.add(a0.rearrange(SWAP_4_F32));
    a0 = a0.add(a0.rearrange(SWAP_2_F32));
    a0 = a0.add(a0.rearrange(SWAP_1_F32));
    return a0.lane(0);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code F32}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the greatest element
   */
  public static float max(float[] x, int at, int n) {
    FloatVector a0 = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
    FloatVector a1 = a0;
    FloatVector a2 = a0;
    FloatVector a3 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.max(FloatVector.fromArray(F32, x, at + j));
      a1 = a1.max(FloatVector.fromArray(F32, x, at + j + 8));
      a2 = a2.max(FloatVector.fromArray(F32, x, at + j + 16));
      a3 = a3.max(FloatVector.fromArray(F32, x, at + j + 24));
    }
    if (j < n) {
      VectorMask<Float> in = F32.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.MAX, FloatVector.fromArray(F32, x, at + j, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Float> in = F32.indexInRange(j + 8, n);
      a1 = a1.lanewise(VectorOperators.MAX, FloatVector.fromArray(F32, x, at + j + 8, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Float> in = F32.indexInRange(j + 16, n);
      a2 = a2.lanewise(VectorOperators.MAX, FloatVector.fromArray(F32, x, at + j + 16, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Float> in = F32.indexInRange(j + 24, n);
      a3 = a3.lanewise(VectorOperators.MAX, FloatVector.fromArray(F32, x, at + j + 24, in), in);
    }
    a0 = a0.max(a2);
    a1 = a1.max(a3);
    a0 = a0.max(a1);
    return a0.reduceLanes(VectorOperators.MAX);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code F32}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the least element
   */
  public static float min(float[] x, int at, int n) {
    FloatVector a0 = FloatVector.broadcast(F32, Float.POSITIVE_INFINITY);
    FloatVector a1 = a0;
    FloatVector a2 = a0;
    FloatVector a3 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.min(FloatVector.fromArray(F32, x, at + j));
      a1 = a1.min(FloatVector.fromArray(F32, x, at + j + 8));
      a2 = a2.min(FloatVector.fromArray(F32, x, at + j + 16));
      a3 = a3.min(FloatVector.fromArray(F32, x, at + j + 24));
    }
    if (j < n) {
      VectorMask<Float> in = F32.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.MIN, FloatVector.fromArray(F32, x, at + j, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Float> in = F32.indexInRange(j + 8, n);
      a1 = a1.lanewise(VectorOperators.MIN, FloatVector.fromArray(F32, x, at + j + 8, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Float> in = F32.indexInRange(j + 16, n);
      a2 = a2.lanewise(VectorOperators.MIN, FloatVector.fromArray(F32, x, at + j + 16, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Float> in = F32.indexInRange(j + 24, n);
      a3 = a3.lanewise(VectorOperators.MIN, FloatVector.fromArray(F32, x, at + j + 24, in), in);
    }
    a0 = a0.min(a2);
    a1 = a1.min(a3);
    a0 = a0.min(a1);
    return a0.reduceLanes(VectorOperators.MIN);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code F64}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the sum
   */
  public static double sum(double[] x, int at, int n) {
    DoubleVector a0 = DoubleVector.broadcast(F64, -0.0);
    DoubleVector a1 = a0;
    DoubleVector a2 = a0;
    DoubleVector a3 = a0;
    DoubleVector a4 = a0;
    DoubleVector a5 = a0;
    DoubleVector a6 = a0;
    DoubleVector a7 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.add(DoubleVector.fromArray(F64, x, at + j));
      a1 = a1.add(DoubleVector.fromArray(F64, x, at + j + 4));
      a2 = a2.add(DoubleVector.fromArray(F64, x, at + j + 8));
      a3 = a3.add(DoubleVector.fromArray(F64, x, at + j + 12));
      a4 = a4.add(DoubleVector.fromArray(F64, x, at + j + 16));
      a5 = a5.add(DoubleVector.fromArray(F64, x, at + j + 20));
      a6 = a6.add(DoubleVector.fromArray(F64, x, at + j + 24));
      a7 = a7.add(DoubleVector.fromArray(F64, x, at + j + 28));
    }
    if (j < n) {
      VectorMask<Double> in = F64.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.ADD, DoubleVector.fromArray(F64, x, at + j, in), in);
    }
    if (j + 4 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 4, n);
      a1 = a1.lanewise(VectorOperators.ADD, DoubleVector.fromArray(F64, x, at + j + 4, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 8, n);
      a2 = a2.lanewise(VectorOperators.ADD, DoubleVector.fromArray(F64, x, at + j + 8, in), in);
    }
    if (j + 12 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 12, n);
      a3 = a3.lanewise(VectorOperators.ADD, DoubleVector.fromArray(F64, x, at + j + 12, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 16, n);
      a4 = a4.lanewise(VectorOperators.ADD, DoubleVector.fromArray(F64, x, at + j + 16, in), in);
    }
    if (j + 20 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 20, n);
      a5 = a5.lanewise(VectorOperators.ADD, DoubleVector.fromArray(F64, x, at + j + 20, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 24, n);
      a6 = a6.lanewise(VectorOperators.ADD, DoubleVector.fromArray(F64, x, at + j + 24, in), in);
    }
    if (j + 28 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 28, n);
      a7 = a7.lanewise(VectorOperators.ADD, DoubleVector.fromArray(F64, x, at + j + 28, in), in);
    }
    a0 = a0.add(a4);
    a1 = a1.add(a5);
    a2 = a2.add(a6);
    a3 = a3.add(a7);
    a0 = a0.add(a2);
    a1 = a1.add(a3);
    a0 = a0.add(a1);
    a0 = a0.add(a0.rearrange(SWAP_2_F64));
    a0 = a0.add(a0.rearrange(SWAP_1_F64));
    return a0.lane(0);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code F64}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the greatest element
   */
  public static double max(double[] x, int at, int n) {
    DoubleVector a0 = DoubleVector.broadcast(F64, Double.NEGATIVE_INFINITY);
    DoubleVector a1 = a0;
    DoubleVector a2 = a0;
    DoubleVector a3 = a0;
    DoubleVector a4 = a0;
    DoubleVector a5 = a0;
    DoubleVector a6 = a0;
    DoubleVector a7 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.max(DoubleVector.fromArray(F64, x, at + j));
      a1 = a1.max(DoubleVector.fromArray(F64, x, at + j + 4));
      a2 = a2.max(DoubleVector.fromArray(F64, x, at + j + 8));
      a3 = a3.max(DoubleVector.fromArray(F64, x, at + j + 12));
      a4 = a4.max(DoubleVector.fromArray(F64, x, at + j + 16));
      a5 = a5.max(DoubleVector.fromArray(F64, x, at + j + 20));
      a6 = a6.max(DoubleVector.fromArray(F64, x, at + j + 24));
      a7 = a7.max(DoubleVector.fromArray(F64, x, at + j + 28));
    }
    if (j < n) {
      VectorMask<Double> in = F64.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.MAX, DoubleVector.fromArray(F64, x, at + j, in), in);
    }
    if (j + 4 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 4, n);
      a1 = a1.lanewise(VectorOperators.MAX, DoubleVector.fromArray(F64, x, at + j + 4, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 8, n);
      a2 = a2.lanewise(VectorOperators.MAX, DoubleVector.fromArray(F64, x, at + j + 8, in), in);
    }
    if (j + 12 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 12, n);
      a3 = a3.lanewise(VectorOperators.MAX, DoubleVector.fromArray(F64, x, at + j + 12, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 16, n);
      a4 = a4.lanewise(VectorOperators.MAX, DoubleVector.fromArray(F64, x, at + j + 16, in), in);
    }
    if (j + 20 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 20, n);
      a5 = a5.lanewise(VectorOperators.MAX, DoubleVector.fromArray(F64, x, at + j + 20, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 24, n);
      a6 = a6.lanewise(VectorOperators.MAX, DoubleVector.fromArray(F64, x, at + j + 24, in), in);
    }
    if (j + 28 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 28, n);
      a7 = a7.lanewise(VectorOperators.MAX, DoubleVector.fromArray(F64, x, at + j + 28, in), in);
    }
    a0 = a0.max(a4);
    a1 = a1.max(a5);
    a2 = a2.max(a6);
    a3 = a3.max(a7);
    a0 = a0.max(a2);
    a1 = a1.max(a3);
    a0 = a0.max(a1);
    return a0.reduceLanes(VectorOperators.MAX);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code F64}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the least element
   */
  public static double min(double[] x, int at, int n) {
    DoubleVector a0 = DoubleVector.broadcast(F64, Double.POSITIVE_INFINITY);
    DoubleVector a1 = a0;
    DoubleVector a2 = a0;
    DoubleVector a3 = a0;
    DoubleVector a4 = a0;
    DoubleVector a5 = a0;
    DoubleVector a6 = a0;
    DoubleVector a7 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.min(DoubleVector.fromArray(F64, x, at + j));
      a1 = a1.min(DoubleVector.fromArray(F64, x, at + j + 4));
      a2 = a2.min(DoubleVector.fromArray(F64, x, at + j + 8));
      a3 = a3.min(DoubleVector.fromArray(F64, x, at + j + 12));
      a4 = a4.min(DoubleVector.fromArray(F64, x, at + j + 16));
      a5 = a5.min(DoubleVector.fromArray(F64, x, at + j + 20));
      a6 = a6.min(DoubleVector.fromArray(F64, x, at + j + 24));
      a7 = a7.min(DoubleVector.fromArray(F64, x, at + j + 28));
    }
    if (j < n) {
      VectorMask<Double> in = F64.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.MIN, DoubleVector.fromArray(F64, x, at + j, in), in);
    }
    if (j + 4 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 4, n);
      a1 = a1.lanewise(VectorOperators.MIN, DoubleVector.fromArray(F64, x, at + j + 4, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 8, n);
      a2 = a2.lanewise(VectorOperators.MIN, DoubleVector.fromArray(F64, x, at + j + 8, in), in);
    }
    if (j + 12 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 12, n);
      a3 = a3.lanewise(VectorOperators.MIN, DoubleVector.fromArray(F64, x, at + j + 12, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 16, n);
      a4 = a4.lanewise(VectorOperators.MIN, DoubleVector.fromArray(F64, x, at + j + 16, in), in);
    }
    if (j + 20 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 20, n);
      a5 = a5.lanewise(VectorOperators.MIN, DoubleVector.fromArray(F64, x, at + j + 20, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 24, n);
      a6 = a6.lanewise(VectorOperators.MIN, DoubleVector.fromArray(F64, x, at + j + 24, in), in);
    }
    if (j + 28 < n) {
      VectorMask<Double> in = F64.indexInRange(j + 28, n);
      a7 = a7.lanewise(VectorOperators.MIN, DoubleVector.fromArray(F64, x, at + j + 28, in), in);
    }
    a0 = a0.min(a4);
    a1 = a1.min(a5);
    a2 = a2.min(a6);
    a3 = a3.min(a7);
    a0 = a0.min(a2);
    a1 = a1.min(a3);
    a0 = a0.min(a1);
    return a0.reduceLanes(VectorOperators.MIN);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code I32}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the sum
   */
  public static int sum(int[] x, int at, int n) {
    IntVector a0 = IntVector.broadcast(I32, 0);
    IntVector a1 = a0;
    IntVector a2 = a0;
    IntVector a3 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.add(IntVector.fromArray(I32, x, at + j));
      a1 = a1.add(IntVector.fromArray(I32, x, at + j + 8));
      a2 = a2.add(IntVector.fromArray(I32, x, at + j + 16));
      a3 = a3.add(IntVector.fromArray(I32, x, at + j + 24));
    }
    if (j < n) {
      VectorMask<Integer> in = I32.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.ADD, IntVector.fromArray(I32, x, at + j, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Integer> in = I32.indexInRange(j + 8, n);
      a1 = a1.lanewise(VectorOperators.ADD, IntVector.fromArray(I32, x, at + j + 8, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Integer> in = I32.indexInRange(j + 16, n);
      a2 = a2.lanewise(VectorOperators.ADD, IntVector.fromArray(I32, x, at + j + 16, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Integer> in = I32.indexInRange(j + 24, n);
      a3 = a3.lanewise(VectorOperators.ADD, IntVector.fromArray(I32, x, at + j + 24, in), in);
    }
    a0 = a0.add(a2);
    a1 = a1.add(a3);
    a0 = a0.add(a1);
    return a0.reduceLanes(VectorOperators.ADD);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code I32}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the greatest element
   */
  public static int max(int[] x, int at, int n) {
    IntVector a0 = IntVector.broadcast(I32, Integer.MIN_VALUE);
    IntVector a1 = a0;
    IntVector a2 = a0;
    IntVector a3 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.max(IntVector.fromArray(I32, x, at + j));
      a1 = a1.max(IntVector.fromArray(I32, x, at + j + 8));
      a2 = a2.max(IntVector.fromArray(I32, x, at + j + 16));
      a3 = a3.max(IntVector.fromArray(I32, x, at + j + 24));
    }
    if (j < n) {
      VectorMask<Integer> in = I32.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.MAX, IntVector.fromArray(I32, x, at + j, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Integer> in = I32.indexInRange(j + 8, n);
      a1 = a1.lanewise(VectorOperators.MAX, IntVector.fromArray(I32, x, at + j + 8, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Integer> in = I32.indexInRange(j + 16, n);
      a2 = a2.lanewise(VectorOperators.MAX, IntVector.fromArray(I32, x, at + j + 16, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Integer> in = I32.indexInRange(j + 24, n);
      a3 = a3.lanewise(VectorOperators.MAX, IntVector.fromArray(I32, x, at + j + 24, in), in);
    }
    a0 = a0.max(a2);
    a1 = a1.max(a3);
    a0 = a0.max(a1);
    return a0.reduceLanes(VectorOperators.MAX);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code I32}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the least element
   */
  public static int min(int[] x, int at, int n) {
    IntVector a0 = IntVector.broadcast(I32, Integer.MAX_VALUE);
    IntVector a1 = a0;
    IntVector a2 = a0;
    IntVector a3 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.min(IntVector.fromArray(I32, x, at + j));
      a1 = a1.min(IntVector.fromArray(I32, x, at + j + 8));
      a2 = a2.min(IntVector.fromArray(I32, x, at + j + 16));
      a3 = a3.min(IntVector.fromArray(I32, x, at + j + 24));
    }
    if (j < n) {
      VectorMask<Integer> in = I32.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.MIN, IntVector.fromArray(I32, x, at + j, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Integer> in = I32.indexInRange(j + 8, n);
      a1 = a1.lanewise(VectorOperators.MIN, IntVector.fromArray(I32, x, at + j + 8, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Integer> in = I32.indexInRange(j + 16, n);
      a2 = a2.lanewise(VectorOperators.MIN, IntVector.fromArray(I32, x, at + j + 16, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Integer> in = I32.indexInRange(j + 24, n);
      a3 = a3.lanewise(VectorOperators.MIN, IntVector.fromArray(I32, x, at + j + 24, in), in);
    }
    a0 = a0.min(a2);
    a1 = a1.min(a3);
    a0 = a0.min(a1);
    return a0.reduceLanes(VectorOperators.MIN);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code I64}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the sum
   */
  public static long sum(long[] x, int at, int n) {
    LongVector a0 = LongVector.broadcast(I64, 0L);
    LongVector a1 = a0;
    LongVector a2 = a0;
    LongVector a3 = a0;
    LongVector a4 = a0;
    LongVector a5 = a0;
    LongVector a6 = a0;
    LongVector a7 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.add(LongVector.fromArray(I64, x, at + j));
      a1 = a1.add(LongVector.fromArray(I64, x, at + j + 4));
      a2 = a2.add(LongVector.fromArray(I64, x, at + j + 8));
      a3 = a3.add(LongVector.fromArray(I64, x, at + j + 12));
      a4 = a4.add(LongVector.fromArray(I64, x, at + j + 16));
      a5 = a5.add(LongVector.fromArray(I64, x, at + j + 20));
      a6 = a6.add(LongVector.fromArray(I64, x, at + j + 24));
      a7 = a7.add(LongVector.fromArray(I64, x, at + j + 28));
    }
    if (j < n) {
      VectorMask<Long> in = I64.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.ADD, LongVector.fromArray(I64, x, at + j, in), in);
    }
    if (j + 4 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 4, n);
      a1 = a1.lanewise(VectorOperators.ADD, LongVector.fromArray(I64, x, at + j + 4, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 8, n);
      a2 = a2.lanewise(VectorOperators.ADD, LongVector.fromArray(I64, x, at + j + 8, in), in);
    }
    if (j + 12 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 12, n);
      a3 = a3.lanewise(VectorOperators.ADD, LongVector.fromArray(I64, x, at + j + 12, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 16, n);
      a4 = a4.lanewise(VectorOperators.ADD, LongVector.fromArray(I64, x, at + j + 16, in), in);
    }
    if (j + 20 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 20, n);
      a5 = a5.lanewise(VectorOperators.ADD, LongVector.fromArray(I64, x, at + j + 20, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 24, n);
      a6 = a6.lanewise(VectorOperators.ADD, LongVector.fromArray(I64, x, at + j + 24, in), in);
    }
    if (j + 28 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 28, n);
      a7 = a7.lanewise(VectorOperators.ADD, LongVector.fromArray(I64, x, at + j + 28, in), in);
    }
    a0 = a0.add(a4);
    a1 = a1.add(a5);
    a2 = a2.add(a6);
    a3 = a3.add(a7);
    a0 = a0.add(a2);
    a1 = a1.add(a3);
    a0 = a0.add(a1);
    return a0.reduceLanes(VectorOperators.ADD);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code I64}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the greatest element
   */
  public static long max(long[] x, int at, int n) {
    LongVector a0 = LongVector.broadcast(I64, Long.MIN_VALUE);
    LongVector a1 = a0;
    LongVector a2 = a0;
    LongVector a3 = a0;
    LongVector a4 = a0;
    LongVector a5 = a0;
    LongVector a6 = a0;
    LongVector a7 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.max(LongVector.fromArray(I64, x, at + j));
      a1 = a1.max(LongVector.fromArray(I64, x, at + j + 4));
      a2 = a2.max(LongVector.fromArray(I64, x, at + j + 8));
      a3 = a3.max(LongVector.fromArray(I64, x, at + j + 12));
      a4 = a4.max(LongVector.fromArray(I64, x, at + j + 16));
      a5 = a5.max(LongVector.fromArray(I64, x, at + j + 20));
      a6 = a6.max(LongVector.fromArray(I64, x, at + j + 24));
      a7 = a7.max(LongVector.fromArray(I64, x, at + j + 28));
    }
    if (j < n) {
      VectorMask<Long> in = I64.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.MAX, LongVector.fromArray(I64, x, at + j, in), in);
    }
    if (j + 4 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 4, n);
      a1 = a1.lanewise(VectorOperators.MAX, LongVector.fromArray(I64, x, at + j + 4, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 8, n);
      a2 = a2.lanewise(VectorOperators.MAX, LongVector.fromArray(I64, x, at + j + 8, in), in);
    }
    if (j + 12 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 12, n);
      a3 = a3.lanewise(VectorOperators.MAX, LongVector.fromArray(I64, x, at + j + 12, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 16, n);
      a4 = a4.lanewise(VectorOperators.MAX, LongVector.fromArray(I64, x, at + j + 16, in), in);
    }
    if (j + 20 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 20, n);
      a5 = a5.lanewise(VectorOperators.MAX, LongVector.fromArray(I64, x, at + j + 20, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 24, n);
      a6 = a6.lanewise(VectorOperators.MAX, LongVector.fromArray(I64, x, at + j + 24, in), in);
    }
    if (j + 28 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 28, n);
      a7 = a7.lanewise(VectorOperators.MAX, LongVector.fromArray(I64, x, at + j + 28, in), in);
    }
    a0 = a0.max(a4);
    a1 = a1.max(a5);
    a2 = a2.max(a6);
    a3 = a3.max(a7);
    a0 = a0.max(a2);
    a1 = a1.max(a3);
    a0 = a0.max(a1);
    return a0.reduceLanes(VectorOperators.MAX);
  }

  /**
   * Folds {@code x[at..at + n)} of {@code I64}.
   *
   * @param x holds the row
   * @param at its first element
   * @param n how many elements, at least one
   * @return the least element
   */
  public static long min(long[] x, int at, int n) {
    LongVector a0 = LongVector.broadcast(I64, Long.MAX_VALUE);
    LongVector a1 = a0;
    LongVector a2 = a0;
    LongVector a3 = a0;
    LongVector a4 = a0;
    LongVector a5 = a0;
    LongVector a6 = a0;
    LongVector a7 = a0;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.min(LongVector.fromArray(I64, x, at + j));
      a1 = a1.min(LongVector.fromArray(I64, x, at + j + 4));
      a2 = a2.min(LongVector.fromArray(I64, x, at + j + 8));
      a3 = a3.min(LongVector.fromArray(I64, x, at + j + 12));
      a4 = a4.min(LongVector.fromArray(I64, x, at + j + 16));
      a5 = a5.min(LongVector.fromArray(I64, x, at + j + 20));
      a6 = a6.min(LongVector.fromArray(I64, x, at + j + 24));
      a7 = a7.min(LongVector.fromArray(I64, x, at + j + 28));
    }
    if (j < n) {
      VectorMask<Long> in = I64.indexInRange(j, n);
      a0 = a0.lanewise(VectorOperators.MIN, LongVector.fromArray(I64, x, at + j, in), in);
    }
    if (j + 4 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 4, n);
      a1 = a1.lanewise(VectorOperators.MIN, LongVector.fromArray(I64, x, at + j + 4, in), in);
    }
    if (j + 8 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 8, n);
      a2 = a2.lanewise(VectorOperators.MIN, LongVector.fromArray(I64, x, at + j + 8, in), in);
    }
    if (j + 12 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 12, n);
      a3 = a3.lanewise(VectorOperators.MIN, LongVector.fromArray(I64, x, at + j + 12, in), in);
    }
    if (j + 16 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 16, n);
      a4 = a4.lanewise(VectorOperators.MIN, LongVector.fromArray(I64, x, at + j + 16, in), in);
    }
    if (j + 20 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 20, n);
      a5 = a5.lanewise(VectorOperators.MIN, LongVector.fromArray(I64, x, at + j + 20, in), in);
    }
    if (j + 24 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 24, n);
      a6 = a6.lanewise(VectorOperators.MIN, LongVector.fromArray(I64, x, at + j + 24, in), in);
    }
    if (j + 28 < n) {
      VectorMask<Long> in = I64.indexInRange(j + 28, n);
      a7 = a7.lanewise(VectorOperators.MIN, LongVector.fromArray(I64, x, at + j + 28, in), in);
    }
    a0 = a0.min(a4);
    a1 = a1.min(a5);
    a2 = a2.min(a6);
    a3 = a3.min(a7);
    a0 = a0.min(a2);
    a1 = a1.min(a3);
    a0 = a0.min(a1);
    return a0.reduceLanes(VectorOperators.MIN);
  }
}
