package dev.smalti.examples.conformance;

import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import java.util.Arrays;

/**
 * A tensor among the arguments of a case: what it holds before each run. It stands for itself: two
 * are never equal.
 *
 * @param <T> the element type
 */
public final class Slot<T extends DType> {
  private final T dtype;
  private final boolean written;
  private final long[] before;
  private final long[] shape;

  private Slot(T dtype, boolean written, long[] before, long[] shape) {
    this.dtype = dtype;
    this.written = written;
    this.before = before;
    this.shape = shape;
    if (before.length != count(shape)) {
      throw new IllegalArgumentException(before.length + " elements, " + Arrays.toString(shape));
    }
  }

  private static int count(long[] shape) {
    return Math.toIntExact(Arrays.stream(shape).reduce(1, Math::multiplyExact));
  }

  /** An input of F32. */
  public static Slot<Smalti.F32> of(float[] values, long... shape) {
    return new Slot<>(Smalti.F32, false, Bits.of(values), shape);
  }

  /** An input of F64. */
  public static Slot<Smalti.F64> of(double[] values, long... shape) {
    return new Slot<>(Smalti.F64, false, Bits.of(values), shape);
  }

  /** An input of I32. */
  public static Slot<Smalti.I32> of(int[] values, long... shape) {
    return new Slot<>(Smalti.I32, false, Bits.of(values), shape);
  }

  /** An input of I64. */
  public static Slot<Smalti.I64> of(long[] values, long... shape) {
    return new Slot<>(Smalti.I64, false, values.clone(), shape);
  }

  /** An input of any type, by the bits of its elements. */
  public static <T extends DType> Slot<T> of(T dtype, long[] bits, long... shape) {
    return new Slot<>(dtype, false, bits.clone(), shape);
  }

  /** An output: before, every element is one that nothing computes. */
  public static <T extends DType> Slot<T> output(T dtype, long... shape) {
    long[] before = new long[count(shape)];
    Arrays.fill(before, Bits.sentinel(dtype));
    return new Slot<>(dtype, true, before, shape);
  }

  /** The same elements, to be read and written. */
  public Slot<T> changed() {
    return new Slot<>(dtype, true, before, shape);
  }

  T dtype() {
    return dtype;
  }

  /** Whether the program may change it. */
  boolean written() {
    return written;
  }

  long[] before() {
    return before.clone();
  }

  long[] shape() {
    return shape.clone();
  }
}
