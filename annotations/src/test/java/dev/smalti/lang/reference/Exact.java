package dev.smalti.lang.reference;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Elementary functions to 45 digits, by another way than the library's. */
final class Exact {
  private static final MathContext DIGITS = new MathContext(60);

  private Exact() {}

  /** By squaring: e^x = (e^(x / 2^24))^(2^24), and the Taylor series of the small one. */
  static BigDecimal exp(BigDecimal x) {
    int halvings = 24;
    BigDecimal small = x.divide(new BigDecimal(BigInteger.ONE.shiftLeft(halvings)), DIGITS);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int n = 1; n < 16; n++) {
      term = term.multiply(small, DIGITS).divide(BigDecimal.valueOf(n), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum;
  }

  /** One step of Halley's method on the exponential, from a good guess. */
  static BigDecimal log(BigDecimal x) {
    BigDecimal guess = new BigDecimal(StrictMath.log(x.doubleValue()));
    if (x.doubleValue() == 1.0 && x.compareTo(BigDecimal.ONE) == 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal power = exp(guess);
    BigDecimal step =
        x.subtract(power, DIGITS).multiply(BigDecimal.TWO).divide(x.add(power, DIGITS), DIGITS);
    return guess.add(step, DIGITS);
  }

  static BigDecimal sqrt(BigDecimal x) {
    return x.sqrt(DIGITS);
  }

  static BigDecimal inverse(BigDecimal x) {
    return BigDecimal.ONE.divide(x, DIGITS);
  }

  /** How many units in the last place of the true value a result is away from it. */
  static double ulps(double result, BigDecimal truth) {
    return new BigDecimal(result)
        .subtract(truth)
        .abs()
        .divide(new BigDecimal(Math.ulp(truth.doubleValue())), DIGITS)
        .doubleValue();
  }

  /** How many units in the last place of the true value a result is away from it. */
  static double ulps(float result, double truth) {
    return Math.abs(result - truth) / Math.ulp((float) truth);
  }
}
