package dev.smalti.lang.reference;

import java.math.BigDecimal;

/** Floats of 16 bits, as the floats of 32 bits that they are. */
final class Halves {
  /** Of the bits of a float, those that {@code BF16} has not. */
  private static final int LOWER = 0xFFFF;

  private Halves() {}

  /** The nearest number of {@code F16}, of two equally near the even one. */
  static float f16(float x) {
    return Float.float16ToFloat(Float.floatToFloat16(x));
  }

  /** The nearest number of {@code BF16}, of two equally near the even one. */
  static float bf16(float x) {
    if (Float.isNaN(x)) {
      return x;
    }
    int bits = Float.floatToRawIntBits(x);
    int down = bits & ~LOWER;
    int rest = bits & LOWER;
    boolean odd = (down & LOWER + 1) != 0;
    boolean up = rest > 0x8000 || rest == 0x8000 && odd;
    return Float.intBitsToFloat(
        up ? down + LOWER + 1 : down); // A carry into the exponent is right.
  }

  /**
   * The number rounded to odd: where it is no float, that of its two neighbours whose last bit is
   * 1. It is on the same side of every number of 16 bits, and of the middle of any two of them, so
   * that rounding it once more is rounding the number itself.
   */
  static float odd(double x) {
    float near = (float) x;
    return near == x || Double.isNaN(x) ? near : odd(near, Math.abs((double) near) > Math.abs(x));
  }

  /** As {@link #odd(double)}. */
  static float odd(long x) {
    float near = (float) x;
    int order = new BigDecimal(near).abs().compareTo(BigDecimal.valueOf(x).abs());
    return order == 0 ? near : odd(near, order > 0);
  }

  private static float odd(float near, boolean above) {
    int bits = Float.floatToRawIntBits(near);
    return Float.intBitsToFloat((above ? bits - 1 : bits) | 1);
  }
}
