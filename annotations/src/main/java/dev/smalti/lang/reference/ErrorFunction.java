package dev.smalti.lang.reference;

import java.util.List;

/**
 * The error function, and the two forms of the Gaussian error linear unit, as sequences of IEEE
 * steps without a branch, the same on every machine and in every vector width.
 *
 * <p>Near 0 the error function is a polynomial, elsewhere {@code 1 - e^-g} with a polynomial g.
 * Polynomials are written from the highest power on.
 */
public final class ErrorFunction {
  /** {@code F32}: magnitudes below this one take the first polynomial. */
  public static final float F32_SMALL = 0.9277344f;

  /** {@code F32}: from here on the result is 1. */
  public static final float F32_HIGHEST = 4f;

  /** {@code F32}: {@code erf(x) / x - 1} in {@code z = x^2}. */
  public static final List<Float> F32_P =
      List.of(
          -5.96761703e-4f,
          4.99119423e-3f,
          -2.67681349e-2f,
          1.12819925e-1f,
          -3.76125336e-1f,
          1.28379166e-1f);

  /** {@code F32}: {@code log(1 - erf(t)) / t + 1}. */
  public static final List<Float> F32_G =
      List.of(
          -1.72853470e-5f,
          3.83197126e-4f,
          -3.88396438e-3f,
          2.42546219e-2f,
          -1.06777877e-1f,
          -6.34846687e-1f,
          -1.28717512e-1f);

  /** {@code F64}: magnitudes below this one take the first polynomial. */
  public static final double F64_SMALL = 1.0;

  /** {@code F64}: from here on the result is 1. */
  public static final double F64_HIGHEST = 6.0;

  /** {@code F64}: {@code erf(x) / x - 1} in {@code z = x^2}. */
  public static final List<Double> F64_P =
      List.of(
          -7.800427301466922e-10,
          1.3722553877892409e-08,
          -1.620907466820247e-07,
          1.6447503951510241e-06,
          -1.4924743506552417e-05,
          0.0001205529525779239,
          -0.0008548325987510904,
          0.005223977607375879,
          -0.02686617064327016,
          0.11283791670945213,
          -0.37612638903183543,
          0.12837916709551256);

  /** {@code F64}: {@code -log(1 - erf(t))}. */
  public static final List<Double> F64_G =
      List.of(
          4.843997275188989e-12,
          -2.011946193330833e-10,
          3.874514306061624e-09,
          -4.5756973943675534e-08,
          3.681830245630639e-07,
          -2.1068629681956566e-06,
          8.544248441437554e-06,
          -2.24165825360682e-05,
          1.9216013646406935e-05,
          0.00013719395770961991,
          -0.0007740908247628519,
          0.001920289937568766,
          -0.00041487142909059534,
          -0.018987037660001885,
          0.10270173672108053,
          0.6366442651715313,
          1.1283739425628538,
          5.185755616490615e-07);

  /** {@code F32}: arguments of a linear unit below this one give -0. */
  public static final float F32_LOWEST = -14f;

  /** {@code F64}: arguments of a linear unit below this one give -0. */
  public static final double F64_LOWEST = -40.0;

  /** {@code F32}: the root of 1/2. */
  public static final float F32_ROOT_HALF = 0.70710677f;

  /** {@code F64}: the root of 1/2. */
  public static final double F64_ROOT_HALF = 0.7071067811865476;

  /** {@code F32}: the root of 2 / pi. */
  public static final float F32_ROOT_2_PI = 0.7978846f;

  /** {@code F64}: the root of 2 / pi. */
  public static final double F64_ROOT_2_PI = 0.7978845608028654;

  /** {@code F32}: the factor of the cube in the form with a tangent. */
  public static final float F32_CUBE = 0.044715f;

  /** {@code F64}: the factor of the cube in the form with a tangent. */
  public static final double F64_CUBE = 0.044715;

  private ErrorFunction() {}

  /**
   * The error function in {@code F32}; at most {@code 1.1} ulp from the true value.
   *
   * <ol>
   *   <li>{@code a = |x|; z = a * a; s = fma(P(z), a, a)}
   *   <li>{@code c = a > HIGHEST ? HIGHEST : a; g = fma(G(c), c, -c); t = 1 - exp(g)}
   *   <li>{@code y = a < SMALL ? s : t}, with the sign of x
   * </ol>
   *
   * <p>NaN gives NaN, an infinity 1 with its sign, 0 itself.
   *
   * @param x the argument
   * @return the error function of x
   */
  public static float erf(float x) {
    float a = Math.abs(x);
    float z = a * a;
    float s = Math.fma(Polynomial.at(z, F32_P), a, a);
    float c = a > F32_HIGHEST ? F32_HIGHEST : a;
    float g = Math.fma(Polynomial.at(c, F32_G), c, -c);
    float t = 1f - Exponential.exp(g);
    return Math.copySign(a < F32_SMALL ? s : t, x);
  }

  /**
   * The error function in {@code F64}; at most {@code 1.1} ulp from the true value.
   *
   * <ol>
   *   <li>{@code a = |x|; z = a * a; s = fma(P(z), a, a)}
   *   <li>{@code c = a > HIGHEST ? HIGHEST : a; t = 1 - exp(-G(c))}
   *   <li>{@code y = a < SMALL ? s : t}, with the sign of x
   * </ol>
   *
   * <p>NaN gives NaN, an infinity 1 with its sign, 0 itself.
   *
   * @param x the argument
   * @return the error function of x
   */
  public static double erf(double x) {
    double a = Math.abs(x);
    double z = a * a;
    double s = Math.fma(Polynomial.at(z, F64_P), a, a);
    double c = a > F64_HIGHEST ? F64_HIGHEST : a;
    double t = 1.0 - Exponential.exp(-Polynomial.at(c, F64_G));
    return Math.copySign(a < F64_SMALL ? s : t, x);
  }

  /**
   * The Gaussian error linear unit {@code x / 2 * (1 + erf(x / sqrt(2)))} in {@code F32}; at most
   * {@code 2} ulp <i>of x</i> from the true value.
   *
   * <ol>
   *   <li>{@code c = x < LOWEST ? LOWEST : x}
   *   <li>{@code y = (c * 0.5) * (erf(c * ROOT_HALF) + 1)}
   * </ol>
   *
   * <p>NaN gives NaN, minus infinity -0, infinity itself.
   *
   * @param x the argument
   * @return the linear unit of x
   */
  public static float gelu(float x) {
    float c = x < F32_LOWEST ? F32_LOWEST : x;
    return (c * 0.5f) * (erf(c * F32_ROOT_HALF) + 1f);
  }

  /**
   * The Gaussian error linear unit {@code x / 2 * (1 + erf(x / sqrt(2)))} in {@code F64}; at most
   * {@code 2} ulp <i>of x</i> from the true value.
   *
   * <ol>
   *   <li>{@code c = x < LOWEST ? LOWEST : x}
   *   <li>{@code y = (c * 0.5) * (erf(c * ROOT_HALF) + 1)}
   * </ol>
   *
   * <p>NaN gives NaN, minus infinity -0, infinity itself.
   *
   * @param x the argument
   * @return the linear unit of x
   */
  public static double gelu(double x) {
    double c = x < F64_LOWEST ? F64_LOWEST : x;
    return (c * 0.5) * (erf(c * F64_ROOT_HALF) + 1.0);
  }

  /**
   * The approximation {@code x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))} of the linear
   * unit in {@code F32}; at most {@code 2} ulp <i>of x</i> from the true value of this formula.
   *
   * <ol>
   *   <li>{@code c = x < LOWEST ? LOWEST : x}
   *   <li>{@code u = fma((c * c) * CUBE, c, c)}
   *   <li>{@code y = (c * 0.5) * (tanh(u * ROOT_2_PI) + 1)}
   * </ol>
   *
   * <p>NaN gives NaN, minus infinity -0, infinity itself.
   *
   * @param x the argument
   * @return the linear unit of x
   */
  public static float geluTanh(float x) {
    float c = x < F32_LOWEST ? F32_LOWEST : x;
    float u = Math.fma((c * c) * F32_CUBE, c, c);
    return (c * 0.5f) * (HyperbolicTangent.tanh(u * F32_ROOT_2_PI) + 1f);
  }

  /**
   * The approximation {@code x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))} of the linear
   * unit in {@code F64}; at most {@code 2} ulp <i>of x</i> from the true value of this formula.
   *
   * <ol>
   *   <li>{@code c = x < LOWEST ? LOWEST : x}
   *   <li>{@code u = fma((c * c) * CUBE, c, c)}
   *   <li>{@code y = (c * 0.5) * (tanh(u * ROOT_2_PI) + 1)}
   * </ol>
   *
   * <p>NaN gives NaN, minus infinity -0, infinity itself.
   *
   * @param x the argument
   * @return the linear unit of x
   */
  public static double geluTanh(double x) {
    double c = x < F64_LOWEST ? F64_LOWEST : x;
    double u = Math.fma((c * c) * F64_CUBE, c, c);
    return (c * 0.5) * (HyperbolicTangent.tanh(u * F64_ROOT_2_PI) + 1.0);
  }
}
