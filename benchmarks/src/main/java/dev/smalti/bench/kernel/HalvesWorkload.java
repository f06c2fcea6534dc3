package dev.smalti.bench.kernel;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.util.List;

/** The product of two square matrices of 16-bit floats, which is summed in 32 bits. */
final class HalvesWorkload extends MatmulWorkload {
  /** The type of the factors. */
  enum Type {
    F16,
    BF16
  }

  private final Type type;
  private final short[] left;
  private final short[] right;

  HalvesWorkload(int n, Type type) {
    super(n);
    this.type = type;
    this.left = rounded(input(0).elements());
    this.right = rounded(input(1).elements());
  }

  /** The elements as halves; those of 32 bits become the same numbers. */
  private short[] rounded(float[] elements) {
    short[] halves = new short[elements.length];
    for (int i = 0; i < halves.length; i++) {
      switch (type) {
        case F16 -> {
          halves[i] = Float.floatToFloat16(elements[i]);
          elements[i] = Float.float16ToFloat(halves[i]);
        }
        case BF16 -> {
          halves[i] = (short) (Float.floatToRawIntBits(elements[i]) >> 16);
          elements[i] = Float.intBitsToFloat(halves[i] << 16);
        }
      }
    }
    return halves;
  }

  @Override
  void generated(List<Tensor<F32>> from, Tensor<F32> to) {
    switch (type) {
      case F16 ->
          ProductsKernels.productOfF16(
              Tensor.of(Smalti.F16, left, n, n), Tensor.of(Smalti.F16, right, n, n), to);
      case BF16 ->
          ProductsKernels.productOfBf16(
              Tensor.of(Smalti.BF16, left, n, n), Tensor.of(Smalti.BF16, right, n, n), to);
    }
  }

  @Override
  void inF32(List<Tensor<F32>> from, Tensor<F32> to) {
    super.generated(from, to);
  }
}
