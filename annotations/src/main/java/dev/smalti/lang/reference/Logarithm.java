package dev.smalti.lang.reference;

/**
 * The natural logarithm as a sequence of IEEE steps without a branch, the same on every machine and
 * in every vector width. Each step below is one rounding, or one operation on bits.
 *
 * <p>The argument is {@code 2^k m} with {@code sqrt(1/2) <= m < sqrt(2)}, taken apart by its bits;
 * a polynomial gives the logarithm of m.
 */
public final class Logarithm {
  /** {@code F32}: the least normal number; what is smaller is multiplied by {@link #F32_SCALE}. */
  public static final float F32_NORMAL = Float.MIN_NORMAL;

  /** {@code F32}: 2 to the 25. */
  public static final float F32_SCALE = 33554432f;

  /** {@code F32}: the bits of 1 less those of sqrt(1/2). */
  public static final int F32_BITS_OFFSET = 0x3f800000 - 0x3f3504f3;

  /** {@code F32}: the bits of 1 without its exponent's bias: what k counts from. */
  public static final int F32_BIAS = 127;

  /** {@code F32}: ln 2, upper part: few bits, so that its product with k is exact. */
  public static final float F32_LN2_HIGH = 0.693359375f;

  /** {@code F32}: ln 2, lower part. */
  public static final float F32_LN2_LOW = -2.12194440e-4f;

  /** {@code F32}: coefficient of f to the 8 in {@code (log(1 + f) - f + f^2 / 2) / f^3}; Cephes. */
  public static final float F32_P8 = 7.0376836292E-2f;

  /** {@code F32}: coefficient of f to the 7. */
  public static final float F32_P7 = -1.1514610310E-1f;

  /** {@code F32}: coefficient of f to the 6. */
  public static final float F32_P6 = 1.1676998740E-1f;

  /** {@code F32}: coefficient of f to the 5. */
  public static final float F32_P5 = -1.2420140846E-1f;

  /** {@code F32}: coefficient of f to the 4. */
  public static final float F32_P4 = 1.4249322787E-1f;

  /** {@code F32}: coefficient of f to the 3. */
  public static final float F32_P3 = -1.6668057665E-1f;

  /** {@code F32}: coefficient of f to the 2. */
  public static final float F32_P2 = 2.0000714765E-1f;

  /** {@code F32}: coefficient of f. */
  public static final float F32_P1 = -2.4999993993E-1f;

  /** {@code F32}: constant coefficient. */
  public static final float F32_P0 = 3.3333331174E-1f;

  /** {@code F64}: the least normal number; what is smaller is multiplied by {@link #F64_SCALE}. */
  public static final double F64_NORMAL = Double.MIN_NORMAL;

  /** {@code F64}: 2 to the 54. */
  public static final double F64_SCALE = 18014398509481984.0;

  /** {@code F64}: the bits of 1 less those of sqrt(1/2). */
  public static final long F64_BITS_OFFSET = 0x3ff0000000000000L - 0x3fe6a09e667f3bcdL;

  /**
   * {@code F64}: the bits of 2 to the 52, into which a biased exponent is put to make it a double.
   */
  public static final long F64_INTEGER_BITS = 0x4330000000000000L;

  /** {@code F64}: 2 to the 52, and the exponent's bias: what k counts from. */
  public static final double F64_INTEGER_BIAS = 4503599627370496.0 + 1023.0;

  /** {@code F64}: the exponent's bias. */
  public static final long F64_BIAS = 1023;

  /** {@code F64}: ln 2, upper part: few bits, so that its product with k is exact. */
  public static final double F64_LN2_HIGH = 6.93147180369123816490e-01;

  /** {@code F64}: ln 2, lower part. */
  public static final double F64_LN2_LOW = 1.90821492927058770002e-10;

  /** {@code F64}: coefficient of z to the 7 in R(z); those of fdlibm's logarithm. */
  public static final double F64_R7 = 1.479819860511658591e-01;

  /** {@code F64}: coefficient of z to the 6. */
  public static final double F64_R6 = 1.531383769920937332e-01;

  /** {@code F64}: coefficient of z to the 5. */
  public static final double F64_R5 = 1.818357216161805012e-01;

  /** {@code F64}: coefficient of z to the 4. */
  public static final double F64_R4 = 2.222219843214978396e-01;

  /** {@code F64}: coefficient of z to the 3. */
  public static final double F64_R3 = 2.857142874366239149e-01;

  /** {@code F64}: coefficient of z to the 2. */
  public static final double F64_R2 = 3.999999999940941908e-01;

  /** {@code F64}: coefficient of z. */
  public static final double F64_R1 = 6.666666666666735130e-01;

  private Logarithm() {}

  /**
   * The logarithm in {@code F32}; at most {@code 1.0} ulp from the true value.
   *
   * <ol>
   *   <li>{@code s = x < NORMAL ? x * SCALE : x; shift = x < NORMAL ? 25 : 0}
   *   <li>{@code b = bits(s); e = ((b + BITS_OFFSET) >>> 23) - BIAS}
   *   <li>{@code m = float(b - (e << 23)); k = (float) e - shift}
   *   <li>{@code f = m - 1; z = f * f}
   *   <li>{@code p = P8; p = fma(p, f, P7)}, and so on down to {@code P0}
   *   <li>{@code y = p * f * z; y = fma(k, LN2_LOW, y); y = fma(z, -0.5, y)}
   *   <li>{@code y = f + y; y = fma(k, LN2_HIGH, y)}
   *   <li>{@code y = x > 0 ? y : NaN; y = x == 0 ? -infinity : y; y = x == infinity ? infinity : y}
   * </ol>
   *
   * <p>A negative number and NaN give NaN, 0 of either sign minus infinity, infinity gives
   * infinity; subnormal arguments are as exact as others.
   *
   * @param x the argument
   * @return the natural logarithm of x
   */
  public static float log(float x) {
    float s = x < F32_NORMAL ? x * F32_SCALE : x;
    float shift = x < F32_NORMAL ? 25f : 0f;
    int b = Float.floatToRawIntBits(s);
    int e = ((b + F32_BITS_OFFSET) >>> 23) - F32_BIAS;
    float m = Float.intBitsToFloat(b - (e << 23));
    float k = (float) e - shift;
    float f = m - 1f;
    float z = f * f;
    float p = F32_P8;
    p = Math.fma(p, f, F32_P7);
    p = Math.fma(p, f, F32_P6);
    p = Math.fma(p, f, F32_P5);
    p = Math.fma(p, f, F32_P4);
    p = Math.fma(p, f, F32_P3);
    p = Math.fma(p, f, F32_P2);
    p = Math.fma(p, f, F32_P1);
    p = Math.fma(p, f, F32_P0);
    float y = p * f * z;
    y = Math.fma(k, F32_LN2_LOW, y);
    y = Math.fma(z, -0.5f, y);
    y = f + y;
    y = Math.fma(k, F32_LN2_HIGH, y);
    y = x > 0f ? y : Float.NaN;
    y = x == 0f ? Float.NEGATIVE_INFINITY : y;
    return x == Float.POSITIVE_INFINITY ? Float.POSITIVE_INFINITY : y;
  }

  /**
   * The logarithm in {@code F64}; at most {@code 1.0} ulp from the true value.
   *
   * <ol>
   *   <li>{@code v = x < NORMAL ? x * SCALE : x; shift = x < NORMAL ? 54 : 0}
   *   <li>{@code b = bits(v); u = (b + BITS_OFFSET) >>> 52}, the biased exponent
   *   <li>{@code m = double(b - ((u - BIAS) << 52))}
   *   <li>{@code k = double(u | INTEGER_BITS) - INTEGER_BIAS - shift}
   *   <li>{@code f = m - 1; h = 0.5 * f * f; s = f / (2 + f); z = s * s}
   *   <li>{@code r = R7; r = fma(r, z, R6)}, and so on down to {@code R1}; {@code r = r * z}
   *   <li>{@code y = fma(s, h + r, k * LN2_LOW)}
   *   <li>{@code y = fma(k, LN2_HIGH, f - (h - y))}
   *   <li>{@code y = x > 0 ? y : NaN; y = x == 0 ? -infinity : y; y = x == infinity ? infinity : y}
   * </ol>
   *
   * <p>A negative number and NaN give NaN, 0 of either sign minus infinity, infinity gives
   * infinity; subnormal arguments are as exact as others.
   *
   * @param x the argument
   * @return the natural logarithm of x
   */
  public static double log(double x) {
    double v = x < F64_NORMAL ? x * F64_SCALE : x;
    double shift = x < F64_NORMAL ? 54.0 : 0.0;
    long b = Double.doubleToRawLongBits(v);
    long u = (b + F64_BITS_OFFSET) >>> 52;
    double m = Double.longBitsToDouble(b - ((u - F64_BIAS) << 52));
    double k = Double.longBitsToDouble(u | F64_INTEGER_BITS) - F64_INTEGER_BIAS - shift;
    double f = m - 1.0;
    double h = 0.5 * f * f;
    double s = f / (2.0 + f);
    double z = s * s;
    double r = F64_R7;
    r = Math.fma(r, z, F64_R6);
    r = Math.fma(r, z, F64_R5);
    r = Math.fma(r, z, F64_R4);
    r = Math.fma(r, z, F64_R3);
    r = Math.fma(r, z, F64_R2);
    r = Math.fma(r, z, F64_R1);
    r = r * z;
    double y = Math.fma(s, h + r, k * F64_LN2_LOW);
    y = Math.fma(k, F64_LN2_HIGH, f - (h - y));
    y = x > 0.0 ? y : Double.NaN;
    y = x == 0.0 ? Double.NEGATIVE_INFINITY : y;
    return x == Double.POSITIVE_INFINITY ? Double.POSITIVE_INFINITY : y;
  }
}
