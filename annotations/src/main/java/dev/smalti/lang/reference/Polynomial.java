package dev.smalti.lang.reference;

import java.util.List;

/** Polynomials by Horner's scheme in fused steps. */
final class Polynomial {
  private Polynomial() {}

  /** {@code p = c[0]; p = fma(p, x, c[1])}, and so on. */
  static float at(float x, List<Float> coefficients) {
    float p = coefficients.get(0);
    for (float c : coefficients.subList(1, coefficients.size())) {
      p = Math.fma(p, x, c);
    }
    return p;
  }

  /** {@code p = c[0]; p = fma(p, x, c[1])}, and so on. */
  static double at(double x, List<Double> coefficients) {
    double p = coefficients.get(0);
    for (double c : coefficients.subList(1, coefficients.size())) {
      p = Math.fma(p, x, c);
    }
    return p;
  }
}
