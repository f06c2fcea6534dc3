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
 * zero. The rest of a row has whole vectors first, and one under a mask: with a mask for each,
 * HotSpot's first compiler would give the methods up. Generated code of the vector tier calls it;
 * it cannot be loaded without the Vector API.
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
    FloatVector nothing = FloatVector.broadcast(F32, -0f);
    FloatVector a0 = nothing;
    FloatVector a1 = nothing;
    FloatVector a2 = nothing;
    FloatVector a3 = nothing;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.add(FloatVector.fromArray(F32, x, at + j));
      a1 = a1.add(FloatVector.fromArray(F32, x, at + j + 8));
      a2 = a2.add(FloatVector.fromArray(F32, x, at + j + 16));
      a3 = a3.add(FloatVector.fromArray(F32, x, at + j + 24));
    }
    if (j + 8 <= n) {
      a0 = a0.add(FloatVector.fromArray(F32, x, at + j));
    }
    if (j + 16 <= n) {
      a1 = a1.add(FloatVector.fromArray(F32, x, at + j + 8));
    }
    if (j + 24 <= n) {
      a2 = a2.add(FloatVector.fromArray(F32, x, at + j + 16));
    }
    int from = n & -8;
    if (from < n) {
      VectorMask<Float> in = F32.indexInRange(from, n);
      FloatVector last = nothing.blend(FloatVector.fromArray(F32, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.add(last);
        case 8 -> a1 = a1.add(last);
        case 16 -> a2 = a2.add(last);
        default -> a3 = a3.add(last);
      }
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
    FloatVector nothing = FloatVector.broadcast(F32, Float.NEGATIVE_INFINITY);
    FloatVector a0 = nothing;
    FloatVector a1 = nothing;
    FloatVector a2 = nothing;
    FloatVector a3 = nothing;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.max(FloatVector.fromArray(F32, x, at + j));
      a1 = a1.max(FloatVector.fromArray(F32, x, at + j + 8));
      a2 = a2.max(FloatVector.fromArray(F32, x, at + j + 16));
      a3 = a3.max(FloatVector.fromArray(F32, x, at + j + 24));
    }
    if (j + 8 <= n) {
      a0 = a0.max(FloatVector.fromArray(F32, x, at + j));
    }
    if (j + 16 <= n) {
      a1 = a1.max(FloatVector.fromArray(F32, x, at + j + 8));
    }
    if (j + 24 <= n) {
      a2 = a2.max(FloatVector.fromArray(F32, x, at + j + 16));
    }
    int from = n & -8;
    if (from < n) {
      VectorMask<Float> in = F32.indexInRange(from, n);
      FloatVector last = nothing.blend(FloatVector.fromArray(F32, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.max(last);
        case 8 -> a1 = a1.max(last);
        case 16 -> a2 = a2.max(last);
        default -> a3 = a3.max(last);
      }
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
    FloatVector nothing = FloatVector.broadcast(F32, Float.POSITIVE_INFINITY);
    FloatVector a0 = nothing;
    FloatVector a1 = nothing;
    FloatVector a2 = nothing;
    FloatVector a3 = nothing;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.min(FloatVector.fromArray(F32, x, at + j));
      a1 = a1.min(FloatVector.fromArray(F32, x, at + j + 8));
      a2 = a2.min(FloatVector.fromArray(F32, x, at + j + 16));
      a3 = a3.min(FloatVector.fromArray(F32, x, at + j + 24));
    }
    if (j + 8 <= n) {
      a0 = a0.min(FloatVector.fromArray(F32, x, at + j));
    }
    if (j + 16 <= n) {
      a1 = a1.min(FloatVector.fromArray(F32, x, at + j + 8));
    }
    if (j + 24 <= n) {
      a2 = a2.min(FloatVector.fromArray(F32, x, at + j + 16));
    }
    int from = n & -8;
    if (from < n) {
      VectorMask<Float> in = F32.indexInRange(from, n);
      FloatVector last = nothing.blend(FloatVector.fromArray(F32, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.min(last);
        case 8 -> a1 = a1.min(last);
        case 16 -> a2 = a2.min(last);
        default -> a3 = a3.min(last);
      }
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
    DoubleVector nothing = DoubleVector.broadcast(F64, -0.0);
    DoubleVector a0 = nothing;
    DoubleVector a1 = nothing;
    DoubleVector a2 = nothing;
    DoubleVector a3 = nothing;
    DoubleVector a4 = nothing;
    DoubleVector a5 = nothing;
    DoubleVector a6 = nothing;
    DoubleVector a7 = nothing;
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
    if (j + 4 <= n) {
      a0 = a0.add(DoubleVector.fromArray(F64, x, at + j));
    }
    if (j + 8 <= n) {
      a1 = a1.add(DoubleVector.fromArray(F64, x, at + j + 4));
    }
    if (j + 12 <= n) {
      a2 = a2.add(DoubleVector.fromArray(F64, x, at + j + 8));
    }
    if (j + 16 <= n) {
      a3 = a3.add(DoubleVector.fromArray(F64, x, at + j + 12));
    }
    if (j + 20 <= n) {
      a4 = a4.add(DoubleVector.fromArray(F64, x, at + j + 16));
    }
    if (j + 24 <= n) {
      a5 = a5.add(DoubleVector.fromArray(F64, x, at + j + 20));
    }
    if (j + 28 <= n) {
      a6 = a6.add(DoubleVector.fromArray(F64, x, at + j + 24));
    }
    int from = n & -4;
    if (from < n) {
      VectorMask<Double> in = F64.indexInRange(from, n);
      DoubleVector last = nothing.blend(DoubleVector.fromArray(F64, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.add(last);
        case 4 -> a1 = a1.add(last);
        case 8 -> a2 = a2.add(last);
        case 12 -> a3 = a3.add(last);
        case 16 -> a4 = a4.add(last);
        case 20 -> a5 = a5.add(last);
        case 24 -> a6 = a6.add(last);
        default -> a7 = a7.add(last);
      }
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
    DoubleVector nothing = DoubleVector.broadcast(F64, Double.NEGATIVE_INFINITY);
    DoubleVector a0 = nothing;
    DoubleVector a1 = nothing;
    DoubleVector a2 = nothing;
    DoubleVector a3 = nothing;
    DoubleVector a4 = nothing;
    DoubleVector a5 = nothing;
    DoubleVector a6 = nothing;
    DoubleVector a7 = nothing;
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
    if (j + 4 <= n) {
      a0 = a0.max(DoubleVector.fromArray(F64, x, at + j));
    }
    if (j + 8 <= n) {
      a1 = a1.max(DoubleVector.fromArray(F64, x, at + j + 4));
    }
    if (j + 12 <= n) {
      a2 = a2.max(DoubleVector.fromArray(F64, x, at + j + 8));
    }
    if (j + 16 <= n) {
      a3 = a3.max(DoubleVector.fromArray(F64, x, at + j + 12));
    }
    if (j + 20 <= n) {
      a4 = a4.max(DoubleVector.fromArray(F64, x, at + j + 16));
    }
    if (j + 24 <= n) {
      a5 = a5.max(DoubleVector.fromArray(F64, x, at + j + 20));
    }
    if (j + 28 <= n) {
      a6 = a6.max(DoubleVector.fromArray(F64, x, at + j + 24));
    }
    int from = n & -4;
    if (from < n) {
      VectorMask<Double> in = F64.indexInRange(from, n);
      DoubleVector last = nothing.blend(DoubleVector.fromArray(F64, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.max(last);
        case 4 -> a1 = a1.max(last);
        case 8 -> a2 = a2.max(last);
        case 12 -> a3 = a3.max(last);
        case 16 -> a4 = a4.max(last);
        case 20 -> a5 = a5.max(last);
        case 24 -> a6 = a6.max(last);
        default -> a7 = a7.max(last);
      }
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
    DoubleVector nothing = DoubleVector.broadcast(F64, Double.POSITIVE_INFINITY);
    DoubleVector a0 = nothing;
    DoubleVector a1 = nothing;
    DoubleVector a2 = nothing;
    DoubleVector a3 = nothing;
    DoubleVector a4 = nothing;
    DoubleVector a5 = nothing;
    DoubleVector a6 = nothing;
    DoubleVector a7 = nothing;
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
    if (j + 4 <= n) {
      a0 = a0.min(DoubleVector.fromArray(F64, x, at + j));
    }
    if (j + 8 <= n) {
      a1 = a1.min(DoubleVector.fromArray(F64, x, at + j + 4));
    }
    if (j + 12 <= n) {
      a2 = a2.min(DoubleVector.fromArray(F64, x, at + j + 8));
    }
    if (j + 16 <= n) {
      a3 = a3.min(DoubleVector.fromArray(F64, x, at + j + 12));
    }
    if (j + 20 <= n) {
      a4 = a4.min(DoubleVector.fromArray(F64, x, at + j + 16));
    }
    if (j + 24 <= n) {
      a5 = a5.min(DoubleVector.fromArray(F64, x, at + j + 20));
    }
    if (j + 28 <= n) {
      a6 = a6.min(DoubleVector.fromArray(F64, x, at + j + 24));
    }
    int from = n & -4;
    if (from < n) {
      VectorMask<Double> in = F64.indexInRange(from, n);
      DoubleVector last = nothing.blend(DoubleVector.fromArray(F64, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.min(last);
        case 4 -> a1 = a1.min(last);
        case 8 -> a2 = a2.min(last);
        case 12 -> a3 = a3.min(last);
        case 16 -> a4 = a4.min(last);
        case 20 -> a5 = a5.min(last);
        case 24 -> a6 = a6.min(last);
        default -> a7 = a7.min(last);
      }
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
    IntVector nothing = IntVector.broadcast(I32, 0);
    IntVector a0 = nothing;
    IntVector a1 = nothing;
    IntVector a2 = nothing;
    IntVector a3 = nothing;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.add(IntVector.fromArray(I32, x, at + j));
      a1 = a1.add(IntVector.fromArray(I32, x, at + j + 8));
      a2 = a2.add(IntVector.fromArray(I32, x, at + j + 16));
      a3 = a3.add(IntVector.fromArray(I32, x, at + j + 24));
    }
    if (j + 8 <= n) {
      a0 = a0.add(IntVector.fromArray(I32, x, at + j));
    }
    if (j + 16 <= n) {
      a1 = a1.add(IntVector.fromArray(I32, x, at + j + 8));
    }
    if (j + 24 <= n) {
      a2 = a2.add(IntVector.fromArray(I32, x, at + j + 16));
    }
    int from = n & -8;
    if (from < n) {
      VectorMask<Integer> in = I32.indexInRange(from, n);
      IntVector last = nothing.blend(IntVector.fromArray(I32, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.add(last);
        case 8 -> a1 = a1.add(last);
        case 16 -> a2 = a2.add(last);
        default -> a3 = a3.add(last);
      }
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
    IntVector nothing = IntVector.broadcast(I32, Integer.MIN_VALUE);
    IntVector a0 = nothing;
    IntVector a1 = nothing;
    IntVector a2 = nothing;
    IntVector a3 = nothing;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.max(IntVector.fromArray(I32, x, at + j));
      a1 = a1.max(IntVector.fromArray(I32, x, at + j + 8));
      a2 = a2.max(IntVector.fromArray(I32, x, at + j + 16));
      a3 = a3.max(IntVector.fromArray(I32, x, at + j + 24));
    }
    if (j + 8 <= n) {
      a0 = a0.max(IntVector.fromArray(I32, x, at + j));
    }
    if (j + 16 <= n) {
      a1 = a1.max(IntVector.fromArray(I32, x, at + j + 8));
    }
    if (j + 24 <= n) {
      a2 = a2.max(IntVector.fromArray(I32, x, at + j + 16));
    }
    int from = n & -8;
    if (from < n) {
      VectorMask<Integer> in = I32.indexInRange(from, n);
      IntVector last = nothing.blend(IntVector.fromArray(I32, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.max(last);
        case 8 -> a1 = a1.max(last);
        case 16 -> a2 = a2.max(last);
        default -> a3 = a3.max(last);
      }
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
    IntVector nothing = IntVector.broadcast(I32, Integer.MAX_VALUE);
    IntVector a0 = nothing;
    IntVector a1 = nothing;
    IntVector a2 = nothing;
    IntVector a3 = nothing;
    int j = 0;
    for (int end = n & -32; j < end; j += 32) {
      a0 = a0.min(IntVector.fromArray(I32, x, at + j));
      a1 = a1.min(IntVector.fromArray(I32, x, at + j + 8));
      a2 = a2.min(IntVector.fromArray(I32, x, at + j + 16));
      a3 = a3.min(IntVector.fromArray(I32, x, at + j + 24));
    }
    if (j + 8 <= n) {
      a0 = a0.min(IntVector.fromArray(I32, x, at + j));
    }
    if (j + 16 <= n) {
      a1 = a1.min(IntVector.fromArray(I32, x, at + j + 8));
    }
    if (j + 24 <= n) {
      a2 = a2.min(IntVector.fromArray(I32, x, at + j + 16));
    }
    int from = n & -8;
    if (from < n) {
      VectorMask<Integer> in = I32.indexInRange(from, n);
      IntVector last = nothing.blend(IntVector.fromArray(I32, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.min(last);
        case 8 -> a1 = a1.min(last);
        case 16 -> a2 = a2.min(last);
        default -> a3 = a3.min(last);
      }
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
    LongVector nothing = LongVector.broadcast(I64, 0);
    LongVector a0 = nothing;
    LongVector a1 = nothing;
    LongVector a2 = nothing;
    LongVector a3 = nothing;
    LongVector a4 = nothing;
    LongVector a5 = nothing;
    LongVector a6 = nothing;
    LongVector a7 = nothing;
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
    if (j + 4 <= n) {
      a0 = a0.add(LongVector.fromArray(I64, x, at + j));
    }
    if (j + 8 <= n) {
      a1 = a1.add(LongVector.fromArray(I64, x, at + j + 4));
    }
    if (j + 12 <= n) {
      a2 = a2.add(LongVector.fromArray(I64, x, at + j + 8));
    }
    if (j + 16 <= n) {
      a3 = a3.add(LongVector.fromArray(I64, x, at + j + 12));
    }
    if (j + 20 <= n) {
      a4 = a4.add(LongVector.fromArray(I64, x, at + j + 16));
    }
    if (j + 24 <= n) {
      a5 = a5.add(LongVector.fromArray(I64, x, at + j + 20));
    }
    if (j + 28 <= n) {
      a6 = a6.add(LongVector.fromArray(I64, x, at + j + 24));
    }
    int from = n & -4;
    if (from < n) {
      VectorMask<Long> in = I64.indexInRange(from, n);
      LongVector last = nothing.blend(LongVector.fromArray(I64, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.add(last);
        case 4 -> a1 = a1.add(last);
        case 8 -> a2 = a2.add(last);
        case 12 -> a3 = a3.add(last);
        case 16 -> a4 = a4.add(last);
        case 20 -> a5 = a5.add(last);
        case 24 -> a6 = a6.add(last);
        default -> a7 = a7.add(last);
      }
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
    LongVector nothing = LongVector.broadcast(I64, Long.MIN_VALUE);
    LongVector a0 = nothing;
    LongVector a1 = nothing;
    LongVector a2 = nothing;
    LongVector a3 = nothing;
    LongVector a4 = nothing;
    LongVector a5 = nothing;
    LongVector a6 = nothing;
    LongVector a7 = nothing;
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
    if (j + 4 <= n) {
      a0 = a0.max(LongVector.fromArray(I64, x, at + j));
    }
    if (j + 8 <= n) {
      a1 = a1.max(LongVector.fromArray(I64, x, at + j + 4));
    }
    if (j + 12 <= n) {
      a2 = a2.max(LongVector.fromArray(I64, x, at + j + 8));
    }
    if (j + 16 <= n) {
      a3 = a3.max(LongVector.fromArray(I64, x, at + j + 12));
    }
    if (j + 20 <= n) {
      a4 = a4.max(LongVector.fromArray(I64, x, at + j + 16));
    }
    if (j + 24 <= n) {
      a5 = a5.max(LongVector.fromArray(I64, x, at + j + 20));
    }
    if (j + 28 <= n) {
      a6 = a6.max(LongVector.fromArray(I64, x, at + j + 24));
    }
    int from = n & -4;
    if (from < n) {
      VectorMask<Long> in = I64.indexInRange(from, n);
      LongVector last = nothing.blend(LongVector.fromArray(I64, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.max(last);
        case 4 -> a1 = a1.max(last);
        case 8 -> a2 = a2.max(last);
        case 12 -> a3 = a3.max(last);
        case 16 -> a4 = a4.max(last);
        case 20 -> a5 = a5.max(last);
        case 24 -> a6 = a6.max(last);
        default -> a7 = a7.max(last);
      }
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
    LongVector nothing = LongVector.broadcast(I64, Long.MAX_VALUE);
    LongVector a0 = nothing;
    LongVector a1 = nothing;
    LongVector a2 = nothing;
    LongVector a3 = nothing;
    LongVector a4 = nothing;
    LongVector a5 = nothing;
    LongVector a6 = nothing;
    LongVector a7 = nothing;
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
    if (j + 4 <= n) {
      a0 = a0.min(LongVector.fromArray(I64, x, at + j));
    }
    if (j + 8 <= n) {
      a1 = a1.min(LongVector.fromArray(I64, x, at + j + 4));
    }
    if (j + 12 <= n) {
      a2 = a2.min(LongVector.fromArray(I64, x, at + j + 8));
    }
    if (j + 16 <= n) {
      a3 = a3.min(LongVector.fromArray(I64, x, at + j + 12));
    }
    if (j + 20 <= n) {
      a4 = a4.min(LongVector.fromArray(I64, x, at + j + 16));
    }
    if (j + 24 <= n) {
      a5 = a5.min(LongVector.fromArray(I64, x, at + j + 20));
    }
    if (j + 28 <= n) {
      a6 = a6.min(LongVector.fromArray(I64, x, at + j + 24));
    }
    int from = n & -4;
    if (from < n) {
      VectorMask<Long> in = I64.indexInRange(from, n);
      LongVector last = nothing.blend(LongVector.fromArray(I64, x, at + from, in), in);
      switch (from % 32) {
        case 0 -> a0 = a0.min(last);
        case 4 -> a1 = a1.min(last);
        case 8 -> a2 = a2.min(last);
        case 12 -> a3 = a3.min(last);
        case 16 -> a4 = a4.min(last);
        case 20 -> a5 = a5.min(last);
        case 24 -> a6 = a6.min(last);
        default -> a7 = a7.min(last);
      }
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
