package dev.smalti.lang.reference;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Elementary functions to 45 digits, by another way than the library's. */
final class Exact {
  private static final MathContext DIGITS = new MathContext(60);

  /** To more digits than the integer part of any double has. */
  private static final BigDecimal PI = pi(450);

  private static final BigDecimal ROOT_PI = PI.sqrt(new MathContext(100));

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

  /** By e^x. */
  static BigDecimal tanh(BigDecimal x) {
    BigDecimal e = exp(x.multiply(BigDecimal.TWO));
    return e.subtract(BigDecimal.ONE).divide(e.add(BigDecimal.ONE), DIGITS);
  }

  /** By e^x. */
  static BigDecimal sigmoid(BigDecimal x) {
    return BigDecimal.ONE.divide(exp(x.negate()).add(BigDecimal.ONE), DIGITS);
  }

  /**
   * The Taylor series, for magnitudes up to 8: its terms reach e^(x^2), so 100 digits are taken.
   */
  static BigDecimal erf(BigDecimal x) {
    MathContext digits = new MathContext(100);
    BigDecimal square = x.multiply(x, digits);
    BigDecimal power = x;
    BigDecimal sum = x;
    for (int n = 1; n < 400; n++) {
      power = power.multiply(square, digits).divide(BigDecimal.valueOf(-n), digits);
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * n + 1), digits), digits);
    }
    return sum.multiply(BigDecimal.TWO).divide(ROOT_PI, digits);
  }

  /** The Taylor series of what is left of whole turns; pi has digits for every double. */
  static BigDecimal sin(BigDecimal x) {
    MathContext digits = new MathContext(450);
    BigDecimal turn = PI.multiply(BigDecimal.TWO);
    BigDecimal turns = x.divide(turn, digits).setScale(0, java.math.RoundingMode.HALF_EVEN);
    BigDecimal rest = x.subtract(turns.multiply(turn), digits).round(new MathContext(80));
    BigDecimal square = rest.multiply(rest, DIGITS).negate();
    BigDecimal term = rest;
    BigDecimal sum = rest;
    for (int n = 1; n < 40; n++) {
      term =
          term.multiply(square, DIGITS).divide(BigDecimal.valueOf(2L * n * (2L * n + 1)), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum;
  }

  static BigDecimal cos(BigDecimal x) {
    return sin(PI.divide(BigDecimal.TWO).subtract(x));
  }

  /** By Machin's formula. */
  private static BigDecimal pi(int digits) {
    MathContext context = new MathContext(digits + 10);
    return arctanOfInverse(5, context)
        .multiply(BigDecimal.valueOf(16))
        .subtract(arctanOfInverse(239, context).multiply(BigDecimal.valueOf(4)), context);
  }

  private static BigDecimal arctanOfInverse(long n, MathContext context) {
    BigDecimal square = BigDecimal.valueOf(-n * n);
    BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(n), context);
    BigDecimal sum = power;
    for (int k = 1; k < context.getPrecision() * 2; k++) {
      power = power.divide(square, context);
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * k + 1), context), context);
    }
    return sum;
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
