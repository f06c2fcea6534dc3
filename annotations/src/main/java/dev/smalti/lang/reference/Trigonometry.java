package dev.smalti.lang.reference;

import java.util.List;

/**
 * Sine and cosine as sequences of IEEE steps, the same on every machine and in every vector width.
 *
 * <p>The argument is reduced to {@code r = |x| - k pi / 2} with {@code |r| <= pi / 4}: below a
 * limit by three fused steps with the parts of {@code pi / 2}, above it with as many bits of {@code
 * 1 / (2 pi)} as there are, so that every argument is right. A polynomial gives the sine or the
 * cosine of r. Polynomials are written from the highest power on.
 */
public final class Trigonometry {
  /** {@code F32}: magnitudes above are reduced with all bits. */
  public static final float F32_LIMIT = 131072f;

  /** {@code F32}: {@code 2 / pi}. */
  public static final float F32_QUARTERS = 0.63661975f;

  /** {@code F32}: 1.5 times 2 to the 23; adding it rounds to an integer. */
  public static final float F32_ROUND = 12582912f;

  /** {@code F32}: {@code pi / 2} as a sum, greatest part first. */
  public static final List<Float> F32_PARTS = List.of(1.5707964f, -4.371139e-08f, -1.7151245e-15f);

  /** {@code F32}: {@code (sin(r) / r - 1) / r^2} in {@code z = r^2}; those of Cephes. */
  public static final List<Float> F32_S =
      List.of(-1.9515295891E-4f, 8.3321608736E-3f, -1.6666654611E-1f);

  /** {@code F32}: {@code (cos(r) - 1 + z / 2) / z^2} in {@code z = r^2}; those of Cephes. */
  public static final List<Float> F32_C =
      List.of(2.443315711809948E-005f, -1.388731625493765E-003f, 4.166664568298827E-002f);

  /** {@code F64}: magnitudes above are reduced with all bits. */
  public static final double F64_LIMIT = 1073741824.0;

  /** {@code F64}: {@code 2 / pi}. */
  public static final double F64_QUARTERS = 0.6366197723675814;

  /** {@code F64}: 1.5 times 2 to the 52; adding it rounds to an integer. */
  public static final double F64_ROUND = 6755399441055744.0;

  /** {@code F64}: {@code pi / 2} as a sum, greatest part first. */
  public static final List<Double> F64_PARTS =
      List.of(1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33);

  /** {@code F64}: {@code (sin(r) / r - 1) / r^2} in {@code z = r^2}; those of fdlibm. */
  public static final List<Double> F64_S =
      List.of(
          1.58969099521155010221e-10,
          -2.50507602534068634195e-08,
          2.75573137070700676789e-06,
          -1.98412698298579493134e-04,
          8.33333333332248946124e-03,
          -1.66666666666666324348e-01);

  /** {@code F64}: {@code (cos(r) - 1 + z / 2) / z^2} in {@code z = r^2}; those of fdlibm. */
  public static final List<Double> F64_C =
      List.of(
          -1.13596475577881948265e-11,
          2.08757232129817482790e-09,
          -2.75573143513906633035e-07,
          2.48015872894767294178e-05,
          -1.38888888888741095749e-03,
          4.16666666666666019037e-02);

  /** The bits of {@code 1 / (2 pi)}, 64 a word, behind 64 that are 0. */
  public static final List<Long> TURNS =
      List.of(
          0L,
          0x28be60db9391054aL,
          0x7f09d5f47d4d3770L,
          0x36d8a5664f10e410L,
          0x7f9458eaf7aef158L,
          0x6dc91b8e909374b8L,
          0x01924bba82746487L,
          0x3f877ac72c4a69cfL,
          0xba208d7d4baed121L,
          0x3a671c09ad17df90L,
          0x4e64758e60d4ce7dL,
          0x272117e2ef7e4a0eL,
          0xc7fe25fff7816603L,
          0xfbcbc462d6829b47L,
          0xdb4d9fb3c9f2c26dL,
          0xd3d18fd9a797fa8bL,
          0x5d49eeb1faf97c5eL,
          0xcf41ce7de294a4baL,
          0x9afed7ec47e35742L,
          0x1580cc11bf1edaeaL);

  private Trigonometry() {}

  /**
   * The sine in {@code F32}; at most {@code 1.6} ulp from the true value.
   *
   * <ol>
   *   <li>{@code a = |x|; t = fma(a, QUARTERS, ROUND); k = t - ROUND}
   *   <li>{@code r = fma(k, -PARTS[0], a)}, and so on with the other parts; {@code z = r * r}
   *   <li>{@code s = fma(r * z, S(z), r); c = fma(z * z, C(z), fma(z, -0.5, 1))}
   *   <li>{@code q = bits(t); y = q odd ? c : s}, negated where {@code (q & 2) != 0} and where x is
   *       negative
   *   <li>if {@code a > LIMIT}: {@link #turned} in {@code F64}, rounded
   * </ol>
   *
   * <p>NaN and infinities give NaN, 0 itself.
   *
   * @param x the argument in radians
   * @return the sine of x
   */
  public static float sin(float x) {
    float a = Math.abs(x);
    float y = a > F32_LIMIT ? (float) turned(a, 0) : quarter(a, 0);
    return signBit(x) ? -y : y;
  }

  /**
   * The cosine in {@code F32}; at most {@code 1.6} ulp from the true value. As {@link #sin(float)},
   * but {@code q = bits(t) + 1}, and the sign of x does not count.
   *
   * @param x the argument in radians
   * @return the cosine of x
   */
  public static float cos(float x) {
    float a = Math.abs(x);
    return a > F32_LIMIT ? (float) turned(a, 1) : quarter(a, 1);
  }

  /** The sine of {@code a + more pi / 2}, for a up to the limit. */
  private static float quarter(float a, int more) {
    float t = Math.fma(a, F32_QUARTERS, F32_ROUND);
    float k = t - F32_ROUND;
    float r = a;
    for (float part : F32_PARTS) {
      r = Math.fma(k, -part, r);
    }
    float z = r * r;
    float s = Math.fma(r * z, Polynomial.at(z, F32_S), r);
    float c = Math.fma(z * z, Polynomial.at(z, F32_C), Math.fma(z, -0.5f, 1f));
    int q = Float.floatToRawIntBits(t) + more;
    float y = (q & 1) != 0 ? c : s;
    return (q & 2) != 0 ? -y : y;
  }

  private static boolean signBit(float x) {
    return Float.floatToRawIntBits(x) < 0;
  }

  /**
   * The sine in {@code F64}; at most {@code 1.6} ulp from the true value.
   *
   * <ol>
   *   <li>{@code a = |x|; t = fma(a, QUARTERS, ROUND); k = t - ROUND}
   *   <li>{@code r = fma(k, -PARTS[0], a)}, and so on with the other parts; {@code z = r * r}
   *   <li>{@code s = fma(r * z, S(z), r); c = fma(z * z, C(z), fma(z, -0.5, 1))}
   *   <li>{@code q = bits(t); y = q odd ? c : s}, negated where {@code (q & 2) != 0} and where x is
   *       negative
   *   <li>if {@code a > LIMIT}: {@link #turned}
   * </ol>
   *
   * <p>NaN and infinities give NaN, 0 itself.
   *
   * @param x the argument in radians
   * @return the sine of x
   */
  public static double sin(double x) {
    double a = Math.abs(x);
    double y = a > F64_LIMIT ? turned(a, 0) : quarter(a, 0);
    return Double.doubleToRawLongBits(x) < 0 ? -y : y;
  }

  /**
   * The cosine in {@code F64}; at most {@code 1.6} ulp from the true value. As {@link
   * #sin(double)}, but {@code q = bits(t) + 1}, and the sign of x does not count.
   *
   * @param x the argument in radians
   * @return the cosine of x
   */
  public static double cos(double x) {
    double a = Math.abs(x);
    return a > F64_LIMIT ? turned(a, 1) : quarter(a, 1);
  }

  /** The sine of {@code a + more pi / 2}, for a up to the limit. */
  private static double quarter(double a, int more) {
    double t = Math.fma(a, F64_QUARTERS, F64_ROUND);
    double k = t - F64_ROUND;
    double r = a;
    for (double part : F64_PARTS) {
      r = Math.fma(k, -part, r);
    }
    return ofRest(r, Double.doubleToRawLongBits(t) + more);
  }

  private static double ofRest(double r, long q) {
    double z = r * r;
    double s = Math.fma(r * z, Polynomial.at(z, F64_S), r);
    double c = Math.fma(z * z, Polynomial.at(z, F64_C), Math.fma(z, -0.5, 1.0));
    double y = (q & 1) != 0 ? c : s;
    return (q & 2) != 0 ? -y : y;
  }

  /**
   * The sine of {@code a + more pi / 2} for a large number. With {@code a = m 2^e}, m an integer of
   * 53 bits, the fraction of a turn is {@code m W} without what is before the point, where W are
   * the 192 bits of {@code 1 / (2 pi)} from bit e on; of the product the first 128 bits count. The
   * fraction is taken to quarters of a turn, and what is left, in a quarter, is multiplied by
   * {@code pi / 2} in twice the precision.
   *
   * @param a at least 1000
   * @param more quarters of a turn
   * @return the sine; NaN of an infinity
   */
  public static double turned(double a, int more) {
    if (!(a <= Double.MAX_VALUE)) {
      return Double.NaN;
    }
    long bits = Double.doubleToRawLongBits(a);
    long m = bits & 0xfffffffffffffL | 0x10000000000000L;
    int from = (int) (bits >>> 52) - 1075 + 64;
    long w0 = turns(from);
    long w1 = turns(from + 64);
    long w2 = turns(from + 128);
    long carried = Math.unsignedMultiplyHigh(m, w2);
    long low = m * w1 + carried;
    long carry = Long.compareUnsigned(low, carried) < 0 ? 1 : 0;
    long high = m * w0 + Math.unsignedMultiplyHigh(m, w1) + carry;
    long quarters = (high >>> 62) + more;
    high = high << 2 | low >>> 62;
    low = low << 2;
    boolean negative = high < 0;
    if (negative) {
      quarters++;
      high = ~high + (low == 0 ? 1 : 0);
      low = -low;
    }
    int zeros = Long.numberOfLeadingZeros(high | 1);
    if (zeros > 0) {
      high = high << zeros | low >>> (64 - zeros);
      low = low << zeros;
    }
    double h = (double) (high >>> 11);
    double l = (double) ((high & 0x7ff) << 42 | low >>> 22) * 0x1p-53;
    double first = F64_PARTS.get(0);
    double second = F64_PARTS.get(1);
    double r = Math.fma(h, first, Math.fma(h, second, l * first));
    r *= Double.longBitsToDouble((1023L - 53 - zeros) << 52);
    return ofRest(negative ? -r : r, quarters);
  }

  /** 64 bits of the turns, from a bit on. */
  private static long turns(int from) {
    long word = TURNS.get(from >> 6);
    int shift = from & 63;
    return shift == 0 ? word : word << shift | TURNS.get((from >> 6) + 1) >>> (64 - shift);
  }
}
