package dev.smalti.runtime;

/**
 * Numbers as the bits of floats of 16 bits, rounded once, to nearest, of two equally near ones to
 * the even one. Generated code calls it.
 */
public final class Conversions {
  private static final int NAN = 0x7FC0;

  private Conversions() {}

  /**
   * The nearest number of F16.
   *
   * @param x a number
   * @return its bits
   */
  public static short f16(double x) {
    return Float.floatToFloat16(toOdd(x));
  }

  /**
   * The nearest number of F16.
   *
   * @param x a number
   * @return its bits
   */
  public static short f16(long x) {
    return Float.floatToFloat16((float) x); // No number below 2^24 is rounded, others are infinite.
  }

  /**
   * The nearest number of BF16.
   *
   * @param x a number
   * @return its bits
   */
  public static short bf16(float x) {
    int bits = Float.floatToRawIntBits(x);
    int rounded = bits + 0x7FFF + (bits >>> 16 & 1) >> 16;
    return (short) (Float.isNaN(x) ? NAN : rounded);
  }

  /**
   * The nearest number of BF16.
   *
   * @param x a number
   * @return its bits
   */
  public static short bf16(double x) {
    return bf16(toOdd(x));
  }

  /**
   * The nearest number of BF16.
   *
   * @param x a number
   * @return its bits
   */
  public static short bf16(long x) {
    long magnitude = Math.abs(x);
    int spare = Math.max(0, 40 - Long.numberOfLeadingZeros(magnitude)); // A float has 24 bits.
    long kept = magnitude >>> spare;
    boolean exact = kept << spare == magnitude;
    float odd = (float) (exact ? kept : kept | 1) * (float) Math.scalb(1.0, spare);
    return bf16(x < 0 ? -odd : odd);
  }

  /** Cut off, and the last bit set if that was not exact: rounding it again is rounding once. */
  private static float toOdd(double x) {
    float near = (float) x;
    if (near == x || Double.isNaN(x)) {
      return near;
    }
    int bits = Float.floatToRawIntBits(near);
    int cut = Math.abs((double) near) > Math.abs(x) ? bits - 1 : bits;
    return Float.intBitsToFloat(cut | 1);
  }
}
