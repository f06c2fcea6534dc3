package dev.smalti.runtime;

import dev.smalti.lang.reference.Exponential;
import dev.smalti.lang.reference.Logarithm;

/**
 * The elementary functions of plain loops, for one element: the steps that {@link Exponential} and
 * {@link Logarithm} define. They are written out here, for what generated code computes shares no
 * arithmetic with what it is compared with. Generated code calls it; HotSpot puts it inline.
 */
public final class Elementary {
  private Elementary() {}

  /**
   * The exponential in {@code F32}.
   *
   * @param x the argument
   * @return e to the power of x, at most 1 ulp from the true value
   */
  public static float exp(float x) {
    float c = x < Exponential.F32_LOWEST ? Exponential.F32_LOWEST : x;
    c = c > Exponential.F32_HIGHEST ? Exponential.F32_HIGHEST : c;
    float t = Math.fma(c, Exponential.F32_LOG2_E, Exponential.F32_ROUND);
    float k = t - Exponential.F32_ROUND;
    float r = Math.fma(k, -Exponential.F32_LN2_HIGH, c);
    r = Math.fma(k, -Exponential.F32_LN2_LOW, r);
    float p = Exponential.F32_P5;
    p = Math.fma(p, r, Exponential.F32_P4);
    p = Math.fma(p, r, Exponential.F32_P3);
    p = Math.fma(p, r, Exponential.F32_P2);
    p = Math.fma(p, r, Exponential.F32_P1);
    p = Math.fma(p, r, Exponential.F32_P0);
    float q = Math.fma(p, r * r, r);
    float y = q + 1f;
    int n = (int) k;
    int half = n >> 1;
    return y
        * Float.intBitsToFloat((half + 127) << 23)
        * Float.intBitsToFloat((n - half + 127) << 23);
  }

  /**
   * The exponential in {@code F64}.
   *
   * @param x the argument
   * @return e to the power of x, at most 1 ulp from the true value
   */
  public static double exp(double x) {
    double c = x < Exponential.F64_LOWEST ? Exponential.F64_LOWEST : x;
    c = c > Exponential.F64_HIGHEST ? Exponential.F64_HIGHEST : c;
    double t = Math.fma(c, Exponential.F64_LOG2_E, Exponential.F64_ROUND);
    double k = t - Exponential.F64_ROUND;
    double r = Math.fma(k, -Exponential.F64_LN2_HIGH, c);
    r = Math.fma(k, -Exponential.F64_LN2_LOW, r);
    double p = Exponential.F64_P11;
    p = Math.fma(p, r, Exponential.F64_P10);
    p = Math.fma(p, r, Exponential.F64_P9);
    p = Math.fma(p, r, Exponential.F64_P8);
    p = Math.fma(p, r, Exponential.F64_P7);
    p = Math.fma(p, r, Exponential.F64_P6);
    p = Math.fma(p, r, Exponential.F64_P5);
    p = Math.fma(p, r, Exponential.F64_P4);
    p = Math.fma(p, r, Exponential.F64_P3);
    p = Math.fma(p, r, Exponential.F64_P2);
    p = Math.fma(p, r, Exponential.F64_P1);
    p = Math.fma(p, r, Exponential.F64_P0);
    double q = Math.fma(p, r * r, r);
    double y = q + 1.0;
    long w = Double.doubleToRawLongBits(t) - Exponential.F64_EXPONENT_OFFSET;
    long h = w >>> 1;
    return y * Double.longBitsToDouble(h << 52) * Double.longBitsToDouble((w - h) << 52);
  }

  /**
   * The natural logarithm in {@code F32}.
   *
   * @param x the argument
   * @return the logarithm of x, at most 1 ulp from the true value
   */
  public static float log(float x) {
    float s = x < Logarithm.F32_NORMAL ? x * Logarithm.F32_SCALE : x;
    float shift = x < Logarithm.F32_NORMAL ? 25f : 0f;
    int b = Float.floatToRawIntBits(s);
    int e = ((b + Logarithm.F32_BITS_OFFSET) >>> 23) - Logarithm.F32_BIAS;
    float m = Float.intBitsToFloat(b - (e << 23));
    float k = (float) e - shift;
    float f = m - 1f;
    float z = f * f;
    float p = Logarithm.F32_P8;
    p = Math.fma(p, f, Logarithm.F32_P7);
    p = Math.fma(p, f, Logarithm.F32_P6);
    p = Math.fma(p, f, Logarithm.F32_P5);
    p = Math.fma(p, f, Logarithm.F32_P4);
    p = Math.fma(p, f, Logarithm.F32_P3);
    p = Math.fma(p, f, Logarithm.F32_P2);
    p = Math.fma(p, f, Logarithm.F32_P1);
    p = Math.fma(p, f, Logarithm.F32_P0);
    float y = p * f * z;
    y = Math.fma(k, Logarithm.F32_LN2_LOW, y);
    y = Math.fma(z, -0.5f, y);
    y = f + y;
    y = Math.fma(k, Logarithm.F32_LN2_HIGH, y);
    y = x > 0f ? y : Float.NaN;
    y = x == 0f ? Float.NEGATIVE_INFINITY : y;
    return x == Float.POSITIVE_INFINITY ? Float.POSITIVE_INFINITY : y;
  }

  /**
   * The natural logarithm in {@code F64}.
   *
   * @param x the argument
   * @return the logarithm of x, at most 1 ulp from the true value
   */
  public static double log(double x) {
    double v = x < Logarithm.F64_NORMAL ? x * Logarithm.F64_SCALE : x;
    double shift = x < Logarithm.F64_NORMAL ? 54.0 : 0.0;
    long b = Double.doubleToRawLongBits(v);
    long u = (b + Logarithm.F64_BITS_OFFSET) >>> 52;
    double m = Double.longBitsToDouble(b - ((u - Logarithm.F64_BIAS) << 52));
    double k =
        Double.longBitsToDouble(u | Logarithm.F64_INTEGER_BITS)
            - Logarithm.F64_INTEGER_BIAS
            - shift;
    double f = m - 1.0;
    double h = 0.5 * f * f;
    double s = f / (2.0 + f);
    double z = s * s;
    double r = Logarithm.F64_R7;
    r = Math.fma(r, z, Logarithm.F64_R6);
    r = Math.fma(r, z, Logarithm.F64_R5);
    r = Math.fma(r, z, Logarithm.F64_R4);
    r = Math.fma(r, z, Logarithm.F64_R3);
    r = Math.fma(r, z, Logarithm.F64_R2);
    r = Math.fma(r, z, Logarithm.F64_R1);
    r = r * z;
    double y = Math.fma(s, h + r, k * Logarithm.F64_LN2_LOW);
    y = Math.fma(k, Logarithm.F64_LN2_HIGH, f - (h - y));
    y = x > 0.0 ? y : Double.NaN;
    y = x == 0.0 ? Double.NEGATIVE_INFINITY : y;
    return x == Double.POSITIVE_INFINITY ? Double.POSITIVE_INFINITY : y;
  }
}
