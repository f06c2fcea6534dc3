package dev.smalti.lang.reference;

import java.util.List;

/**
 * The hyperbolic tangent and the logistic function as sequences of IEEE steps without a branch, the
 * same on every machine and in every vector width.
 *
 * <p>Near 0 the tangent is a polynomial or a quotient of two, elsewhere it comes from the {@link
 * Exponential}. Polynomials are written from the highest power on.
 */
public final class HyperbolicTangent {
  /** Magnitudes below this one take the polynomial. */
  public static final float F32_SMALL = 0.625f;

  /** {@code F32}: {@code (tanh(x) / x - 1) / x^2} in {@code z = x^2}; those of Cephes. */
  public static final List<Float> F32_P =
      List.of(
          -5.70498872745E-3f,
          2.06390887954E-2f,
          -5.37397155531E-2f,
          1.33314422036E-1f,
          -3.33332819422E-1f);

  /** Magnitudes below this one take the quotient. */
  public static final double F64_SMALL = 0.625;

  /** {@code F64}: numerator in {@code z = x^2}; those of Cephes. */
  public static final List<Double> F64_P =
      List.of(-9.64399179425052238628E-1, -9.92877231001918586564E1, -1.61468768441708447952E3);

  /** {@code F64}: denominator in {@code z = x^2}. */
  public static final List<Double> F64_Q =
      List.of(1.0, 1.12811678491632931402E2, 2.23548839060100448583E3, 4.84406305325125486048E3);

  private HyperbolicTangent() {}

  /**
   * The hyperbolic tangent in {@code F32}; at most {@code 1.5} ulp from the true value.
   *
   * <ol>
   *   <li>{@code a = |x|; z = a * a; p = P(z) * z; s = fma(p, a, a)}
   *   <li>{@code e = exp(a + a); t = 1 - 2 / (e + 1)}
   *   <li>{@code y = a < SMALL ? s : t}, with the sign of x
   * </ol>
   *
   * <p>NaN gives NaN, an infinity 1 with its sign, 0 itself.
   *
   * @param x the argument
   * @return the hyperbolic tangent of x
   */
  public static float tanh(float x) {
    float a = Math.abs(x);
    float z = a * a;
    float p = Polynomial.at(z, F32_P) * z;
    float s = Math.fma(p, a, a);
    float e = Exponential.exp(a + a);
    float t = 1f - 2f / (e + 1f);
    return Math.copySign(a < F32_SMALL ? s : t, x);
  }

  /**
   * The hyperbolic tangent in {@code F64}; at most {@code 1.5} ulp from the true value.
   *
   * <ol>
   *   <li>{@code a = |x|; z = a * a; p = P(z) / Q(z) * z; s = fma(p, a, a)}
   *   <li>{@code e = exp(a + a); t = 1 - 2 / (e + 1)}
   *   <li>{@code y = a < SMALL ? s : t}, with the sign of x
   * </ol>
   *
   * <p>NaN gives NaN, an infinity 1 with its sign, 0 itself.
   *
   * @param x the argument
   * @return the hyperbolic tangent of x
   */
  public static double tanh(double x) {
    double a = Math.abs(x);
    double z = a * a;
    double p = Polynomial.at(z, F64_P) / Polynomial.at(z, F64_Q) * z;
    double s = Math.fma(p, a, a);
    double e = Exponential.exp(a + a);
    double t = 1.0 - 2.0 / (e + 1.0);
    return Math.copySign(a < F64_SMALL ? s : t, x);
  }

  /**
   * The logistic function {@code 1 / (1 + e^-x)} in {@code F32}; at most {@code 2.5} ulp from the
   * true value.
   *
   * <ol>
   *   <li>{@code e = exp(-|x|)}
   *   <li>{@code y = (x < 0 ? e : 1) / (1 + e)}
   * </ol>
   *
   * <p>NaN gives NaN, minus infinity 0, infinity 1.
   *
   * @param x the argument
   * @return the logistic function of x
   */
  public static float sigmoid(float x) {
    float e = Exponential.exp(-Math.abs(x));
    return (x < 0f ? e : 1f) / (1f + e);
  }

  /**
   * The logistic function {@code 1 / (1 + e^-x)} in {@code F64}; at most {@code 2.5} ulp from the
   * true value.
   *
   * <ol>
   *   <li>{@code e = exp(-|x|)}
   *   <li>{@code y = (x < 0 ? e : 1) / (1 + e)}
   * </ol>
   *
   * <p>NaN gives NaN, minus infinity 0, infinity 1.
   *
   * @param x the argument
   * @return the logistic function of x
   */
  public static double sigmoid(double x) {
    double e = Exponential.exp(-Math.abs(x));
    return (x < 0.0 ? e : 1.0) / (1.0 + e);
  }
}
