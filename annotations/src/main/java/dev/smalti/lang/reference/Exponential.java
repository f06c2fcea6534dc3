package dev.smalti.lang.reference;

/**
 * The exponential function as a sequence of IEEE steps without a branch, the same on every machine
 * and in every vector width. Each step below is one rounding; {@code fma} is {@link
 * Math#fma(float,float,float)}.
 *
 * <p>The argument is reduced to {@code r = x - k ln 2} with {@code |r| <= ln 2 / 2}, a polynomial
 * gives {@code e^r}, and the result is scaled by {@code 2^k} in two factors, so that a subnormal
 * result is rounded once.
 */
public final class Exponential {
  /** {@code F32}: arguments below give 0. */
  public static final float F32_LOWEST = -104f;

  /** {@code F32}: arguments above give infinity. */
  public static final float F32_HIGHEST = 89f;

  /** {@code F32}: {@code 1 / ln 2}. */
  public static final float F32_LOG2_E = 1.44269504f;

  /** {@code F32}: 1.5 times 2 to the 23; adding it rounds to an integer. */
  public static final float F32_ROUND = 12582912f;

  /** {@code F32}: ln 2, upper part: few bits, so that its product with k is exact. */
  public static final float F32_LN2_HIGH = 0.693145752f;

  /** {@code F32}: ln 2, lower part. */
  public static final float F32_LN2_LOW = 1.42860677e-6f;

  /** {@code F32}: coefficient of r to the 5 in {@code (e^r - 1 - r) / r^2}; those of Cephes. */
  public static final float F32_P5 = 1.9875691500E-4f;

  /** {@code F32}: coefficient of r to the 4. */
  public static final float F32_P4 = 1.3981999507E-3f;

  /** {@code F32}: coefficient of r to the 3. */
  public static final float F32_P3 = 8.3334519073E-3f;

  /** {@code F32}: coefficient of r to the 2. */
  public static final float F32_P2 = 4.1665795894E-2f;

  /** {@code F32}: coefficient of r. */
  public static final float F32_P1 = 1.6666665459E-1f;

  /** {@code F32}: constant coefficient. */
  public static final float F32_P0 = 5.0000001201E-1f;

  /** {@code F64}: arguments below give 0. */
  public static final double F64_LOWEST = -746.0;

  /** {@code F64}: arguments above give infinity. */
  public static final double F64_HIGHEST = 710.0;

  /** {@code F64}: {@code 1 / ln 2}. */
  public static final double F64_LOG2_E = 1.4426950408889634;

  /** {@code F64}: 1.5 times 2 to the 52; adding it rounds to an integer. */
  public static final double F64_ROUND = 6755399441055744.0;

  /** {@code F64}: ln 2 rounded to a double; k times it, less x, is exact in an fma. */
  public static final double F64_LN2_HIGH = 0x1.62e42fefa39efp-1;

  /** {@code F64}: what ln 2 is greater than that. */
  public static final double F64_LN2_LOW = 0x1.abc9e3b39803fp-56;

  /** {@code F64}: 1 / 13!, coefficient of r to the 11 in {@code (e^r - 1 - r) / r^2}. */
  public static final double F64_P11 = 1.6059043836821613e-10;

  /** {@code F64}: 1 / 12!. */
  public static final double F64_P10 = 2.08767569878681e-9;

  /** {@code F64}: 1 / 11!. */
  public static final double F64_P9 = 2.505210838544172e-8;

  /** {@code F64}: 1 / 10!. */
  public static final double F64_P8 = 2.755731922398589e-7;

  /** {@code F64}: 1 / 9!. */
  public static final double F64_P7 = 2.7557319223985893e-6;

  /** {@code F64}: 1 / 8!. */
  public static final double F64_P6 = 2.48015873015873e-5;

  /** {@code F64}: 1 / 7!. */
  public static final double F64_P5 = 1.984126984126984e-4;

  /** {@code F64}: 1 / 6!. */
  public static final double F64_P4 = 1.388888888888889e-3;

  /** {@code F64}: 1 / 5!. */
  public static final double F64_P3 = 8.333333333333333e-3;

  /** {@code F64}: 1 / 4!. */
  public static final double F64_P2 = 4.1666666666666664e-2;

  /** {@code F64}: 1 / 3!. */
  public static final double F64_P1 = 0.16666666666666666;

  /** {@code F64}: 1 / 2!. */
  public static final double F64_P0 = 0.5;

  /**
   * {@code F64}: the bits of {@link #F64_ROUND} less 2046. The bits of {@code F64_ROUND + k} less
   * this number are k + 2046, half of which is the biased exponent of 2 to the k / 2.
   */
  public static final long F64_EXPONENT_OFFSET = 0x4338000000000000L - 2046;

  private Exponential() {}

  /**
   * The exponential in {@code F32}; at most {@code 1.1} ulp from the true value.
   *
   * <ol>
   *   <li>{@code c = x < LOWEST ? LOWEST : x; c = c > HIGHEST ? HIGHEST : c}
   *   <li>{@code t = fma(c, LOG2_E, ROUND); k = t - ROUND}
   *   <li>{@code r = fma(k, -LN2_HIGH, c); r = fma(k, -LN2_LOW, r)}
   *   <li>{@code p = P5; p = fma(p, r, P4)}, and so on down to {@code P0}
   *   <li>{@code q = fma(p, r * r, r); y = q + 1}
   *   <li>{@code n = (int) k}; the result is {@code y * 2^(n >> 1) * 2^(n - (n >> 1))}, from the
   *       left
   * </ol>
   *
   * <p>NaN gives NaN, minus infinity 0, infinity and what overflows infinity; subnormal results are
   * rounded right.
   *
   * @param x the argument
   * @return e to the power of x
   */
  public static float exp(float x) {
    float c = x < F32_LOWEST ? F32_LOWEST : x;
    c = c > F32_HIGHEST ? F32_HIGHEST : c;
    float t = Math.fma(c, F32_LOG2_E, F32_ROUND);
    float k = t - F32_ROUND;
    float r = Math.fma(k, -F32_LN2_HIGH, c);
    r = Math.fma(k, -F32_LN2_LOW, r);
    float p = F32_P5;
    p = Math.fma(p, r, F32_P4);
    p = Math.fma(p, r, F32_P3);
    p = Math.fma(p, r, F32_P2);
    p = Math.fma(p, r, F32_P1);
    p = Math.fma(p, r, F32_P0);
    float q = Math.fma(p, r * r, r);
    float y = q + 1f;
    int n = (int) k;
    return y * powerOfTwo(n >> 1) * powerOfTwo(n - (n >> 1));
  }

  /** 2 to the n, for n from -126 to 127. */
  private static float powerOfTwo(int n) {
    return Float.intBitsToFloat((n + 127) << 23);
  }

  /**
   * The exponential in {@code F64}; at most {@code 1.0} ulp from the true value.
   *
   * <ol>
   *   <li>{@code c = x < LOWEST ? LOWEST : x; c = c > HIGHEST ? HIGHEST : c}
   *   <li>{@code t = fma(c, LOG2_E, ROUND); k = t - ROUND}
   *   <li>{@code r = fma(k, -LN2_HIGH, c); r = fma(k, -LN2_LOW, r)}
   *   <li>{@code p = P11; p = fma(p, r, P10)}, and so on down to {@code P0}
   *   <li>{@code q = fma(p, r * r, r); y = q + 1}
   *   <li>{@code w = bits(t) - EXPONENT_OFFSET; h = w >>> 1}; the result is {@code y * double(h <<
   *       52) * double((w - h) << 52)}, from the left, where double takes bits
   * </ol>
   *
   * <p>NaN gives NaN, minus infinity 0, infinity and what overflows infinity; subnormal results are
   * rounded right.
   *
   * @param x the argument
   * @return e to the power of x
   */
  public static double exp(double x) {
    double c = x < F64_LOWEST ? F64_LOWEST : x;
    c = c > F64_HIGHEST ? F64_HIGHEST : c;
    double t = Math.fma(c, F64_LOG2_E, F64_ROUND);
    double k = t - F64_ROUND;
    double r = Math.fma(k, -F64_LN2_HIGH, c);
    r = Math.fma(k, -F64_LN2_LOW, r);
    double p = F64_P11;
    p = Math.fma(p, r, F64_P10);
    p = Math.fma(p, r, F64_P9);
    p = Math.fma(p, r, F64_P8);
    p = Math.fma(p, r, F64_P7);
    p = Math.fma(p, r, F64_P6);
    p = Math.fma(p, r, F64_P5);
    p = Math.fma(p, r, F64_P4);
    p = Math.fma(p, r, F64_P3);
    p = Math.fma(p, r, F64_P2);
    p = Math.fma(p, r, F64_P1);
    p = Math.fma(p, r, F64_P0);
    double q = Math.fma(p, r * r, r);
    double y = q + 1.0;
    long w = Double.doubleToRawLongBits(t) - F64_EXPONENT_OFFSET;
    long h = w >>> 1;
    return y * Double.longBitsToDouble(h << 52) * Double.longBitsToDouble((w - h) << 52);
  }
}
