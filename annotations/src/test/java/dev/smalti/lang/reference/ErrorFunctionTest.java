package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ErrorFunctionTest {
  private static final double ERF_BOUND = 1.1;
  private static final double UNIT_BOUND = 2;
  private static final MathContext DIGITS = new MathContext(50);

  /** The double one is proved below to be within an ulp. */
  @Test
  void f32StaysWithinItsBound() {
    for (int bits = 0; bits <= Float.floatToIntBits(10f); bits += 1999) {
      for (int sign : new int[] {0, Integer.MIN_VALUE}) {
        float x = Float.intBitsToFloat(bits | sign);
        assertWithMessage("erf(%s)", x)
            .that(Exact.ulps(ErrorFunction.erf(x), ErrorFunction.erf((double) x)))
            .isAtMost(ERF_BOUND);
        assertWithMessage("gelu(%s)", x)
            .that(Math.abs(ErrorFunction.gelu(x) - ErrorFunction.gelu((double) x)) / Math.ulp(x))
            .isAtMost(UNIT_BOUND);
        assertWithMessage("geluTanh(%s)", x)
            .that(
                Math.abs(ErrorFunction.geluTanh(x) - ErrorFunction.geluTanh((double) x))
                    / Math.ulp(x))
            .isAtMost(UNIT_BOUND);
      }
    }
  }

  private static double[] arguments() {
    Random random = new Random(5);
    double[] arguments = new double[400];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i % 2 == 0 ? random.nextDouble(-6.5, 6.5) : random.nextGaussian();
    }
    return arguments;
  }

  @Test
  void f64StaysWithinItsBound() {
    for (double x : arguments()) {
      BigDecimal exact = new BigDecimal(x);
      assertWithMessage("erf(%s)", x)
          .that(Exact.ulps(ErrorFunction.erf(x), Exact.erf(exact)))
          .isAtMost(ERF_BOUND);
      BigDecimal root = BigDecimal.valueOf(2).sqrt(DIGITS);
      BigDecimal gelu = weighted(exact, Exact.erf(exact.divide(root, DIGITS)));
      assertWithMessage("gelu(%s)", x)
          .that(ulpsOf(x, ErrorFunction.gelu(x), gelu))
          .isAtMost(UNIT_BOUND);
    }
  }

  @Test
  void f64WithTangentStaysWithinItsBound() {
    BigDecimal pi = new BigDecimal("3.14159265358979323846264338327950288419716939937510");
    BigDecimal root = BigDecimal.TWO.divide(pi, DIGITS).sqrt(DIGITS);
    for (double x : arguments()) {
      BigDecimal exact = new BigDecimal(x);
      BigDecimal cube = exact.pow(3, DIGITS).multiply(new BigDecimal("0.044715"));
      BigDecimal wanted = weighted(exact, Exact.tanh(exact.add(cube).multiply(root, DIGITS)));
      assertWithMessage("geluTanh(%s)", x)
          .that(ulpsOf(x, ErrorFunction.geluTanh(x), wanted))
          .isAtMost(UNIT_BOUND);
    }
  }

  private static BigDecimal weighted(BigDecimal x, BigDecimal share) {
    return share.add(BigDecimal.ONE).multiply(x).divide(BigDecimal.TWO, DIGITS);
  }

  private static double ulpsOf(double x, double result, BigDecimal wanted) {
    BigDecimal error = new BigDecimal(result).subtract(wanted).abs();
    return error.divide(new BigDecimal(Math.ulp(x)), DIGITS).doubleValue();
  }

  @Test
  void f32Specials() {
    assertThat(ErrorFunction.erf(Float.NaN)).isNaN();
    assertThat(ErrorFunction.erf(Float.POSITIVE_INFINITY)).isEqualTo(1f);
    assertThat(ErrorFunction.erf(Float.NEGATIVE_INFINITY)).isEqualTo(-1f);
    assertThat(Float.floatToRawIntBits(ErrorFunction.erf(-0f))).isEqualTo(Integer.MIN_VALUE);
    assertThat(ErrorFunction.gelu(Float.NaN)).isNaN();
    assertThat(ErrorFunction.geluTanh(Float.NaN)).isNaN();
    assertThat(ErrorFunction.gelu(Float.POSITIVE_INFINITY)).isPositiveInfinity();
    assertThat(ErrorFunction.geluTanh(Float.POSITIVE_INFINITY)).isPositiveInfinity();
    for (float low : new float[] {Float.NEGATIVE_INFINITY, -1e30f, -14f, -0f}) {
      assertThat(Float.floatToRawIntBits(ErrorFunction.gelu(low))).isEqualTo(Integer.MIN_VALUE);
      assertThat(Float.floatToRawIntBits(ErrorFunction.geluTanh(low))).isEqualTo(Integer.MIN_VALUE);
    }
  }

  @Test
  void f64Specials() {
    assertThat(ErrorFunction.erf(Double.NaN)).isNaN();
    assertThat(ErrorFunction.erf(Double.POSITIVE_INFINITY)).isEqualTo(1.0);
    assertThat(ErrorFunction.erf(Double.NEGATIVE_INFINITY)).isEqualTo(-1.0);
    assertThat(Double.doubleToRawLongBits(ErrorFunction.erf(-0.0))).isEqualTo(Long.MIN_VALUE);
    assertThat(ErrorFunction.gelu(Double.NaN)).isNaN();
    assertThat(ErrorFunction.geluTanh(Double.NaN)).isNaN();
    assertThat(ErrorFunction.gelu(Double.POSITIVE_INFINITY)).isPositiveInfinity();
    assertThat(ErrorFunction.geluTanh(Double.POSITIVE_INFINITY)).isPositiveInfinity();
    for (double low : new double[] {Double.NEGATIVE_INFINITY, -1e300, -40.0, -0.0}) {
      assertThat(Double.doubleToRawLongBits(ErrorFunction.gelu(low))).isEqualTo(Long.MIN_VALUE);
      assertThat(Double.doubleToRawLongBits(ErrorFunction.geluTanh(low))).isEqualTo(Long.MIN_VALUE);
    }
  }
}
