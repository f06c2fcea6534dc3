package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/** Tensors on the heap and in native memory with values that are hard to get right. */
final class Tensors {
  private static final float[] HARD = {
    0f,
    -0f,
    1f,
    -1f,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    Float.MAX_VALUE,
    88.9f,
    -103.5f
  };

  private Tensors() {}

  static float[] floats(long seed, int length, boolean hard) {
    Random random = new Random(seed);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] =
          hard && random.nextInt(16) == 0
              ? HARD[random.nextInt(HARD.length)]
              : (float) random.nextGaussian() * 3;
    }
    return values;
  }

  /** The same elements in native memory, one byte off every alignment. */
  static MemorySegment copy(MemorySegment heap) {
    MemorySegment memory = Arena.ofAuto().allocate(heap.byteSize() + 1).asSlice(1);
    memory.copyFrom(heap);
    return memory;
  }

  static Tensor<Smalti.F32> nativeOf(float[] values, long... shape) {
    return Tensor.of(Smalti.F32, copy(MemorySegment.ofArray(values)), shape);
  }

  /** Every element of two tensors has the same bits; any NaN is any NaN. */
  static void assertSameBits(String what, Tensor<?> actual, Tensor<?> expected) {
    long[] shape = expected.shape();
    assertWithMessage(what).that(actual.shape()).isEqualTo(shape);
    long count = 1;
    for (long extent : shape) {
      count *= extent;
    }
    for (long element = 0; element < count; element++) {
      long[] at = new long[shape.length];
      long rest = element;
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        at[axis] = rest % shape[axis];
        rest /= shape[axis];
      }
      assertWithMessage("%s, element %s", what, element)
          .that(bits(actual, at))
          .isEqualTo(bits(expected, at));
    }
  }

  private static long bits(Tensor<?> tensor, long[] at) {
    DType dtype = tensor.dtype();
    return dtype == Smalti.I64
        ? tensor.readLong(Smalti.at(at))
        : Double.doubleToLongBits(tensor.read(Smalti.at(at)));
  }
}
