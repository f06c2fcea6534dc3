package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LogarithmTest {
  private static final double F32_BOUND = 1.0;
  private static final double F64_BOUND = 1.0;

  @Test
  void f32StaysWithinItsBound() {
    double worst = 0;
    for (int bits = 1; bits < Float.floatToIntBits(Float.POSITIVE_INFINITY); bits += 997) {
      float x = Float.intBitsToFloat(bits);
      worst = Math.max(worst, Exact.ulps(Logarithm.log(x), Math.log(x)));
    }
    for (int around = -100_000; around < 100_000; around++) {
      float x = Float.intBitsToFloat(Float.floatToIntBits(1f) + around);
      if (around != 0) {
        worst = Math.max(worst, Exact.ulps(Logarithm.log(x), Math.log(x)));
      }
    }
    assertThat(worst).isAtMost(F32_BOUND);
    assertThat(worst).isGreaterThan(0.5);
  }

  @Test
  void f32Specials() {
    assertThat(Logarithm.log(Float.NaN)).isNaN();
    assertThat(Logarithm.log(-1f)).isNaN();
    assertThat(Logarithm.log(-Float.MIN_VALUE)).isNaN();
    assertThat(Logarithm.log(Float.NEGATIVE_INFINITY)).isNaN();
    assertThat(Logarithm.log(0f)).isNegativeInfinity();
    assertThat(Logarithm.log(-0f)).isNegativeInfinity();
    assertThat(Logarithm.log(Float.POSITIVE_INFINITY)).isPositiveInfinity();
    assertThat(Logarithm.log(1f)).isEqualTo(0f);
    assertThat(Logarithm.log(Float.MIN_VALUE)).isEqualTo((float) Math.log(Float.MIN_VALUE));
  }

  @Test
  void f64StaysWithinItsBound() {
    double worst = 0;
    Random random = new Random(2);
    for (int i = 0; i < 6_000; i++) {
      double x =
          switch (i % 4) {
            case 0 -> Math.exp(random.nextDouble(-700, 700));
            case 1 -> 1 + random.nextGaussian() * Math.pow(2, -random.nextInt(40));
            case 2 -> random.nextDouble(0.5, 2);
            default -> random.nextDouble() * Double.MIN_NORMAL;
          };
      if (x > 0 && x != 1) {
        double error = Exact.ulps(Logarithm.log(x), Exact.log(new BigDecimal(x)));
        assertWithMessage("error of log(%s)", x).that(error).isAtMost(F64_BOUND);
        worst = Math.max(worst, error);
      }
    }
    assertThat(worst).isGreaterThan(0.5);
  }

  @Test
  void f64Specials() {
    assertThat(Logarithm.log(Double.NaN)).isNaN();
    assertThat(Logarithm.log(-1.0)).isNaN();
    assertThat(Logarithm.log(-Double.MIN_VALUE)).isNaN();
    assertThat(Logarithm.log(Double.NEGATIVE_INFINITY)).isNaN();
    assertThat(Logarithm.log(0.0)).isNegativeInfinity();
    assertThat(Logarithm.log(-0.0)).isNegativeInfinity();
    assertThat(Logarithm.log(Double.POSITIVE_INFINITY)).isPositiveInfinity();
    assertThat(Logarithm.log(1.0)).isEqualTo(0.0);
    assertThat(Logarithm.log(Double.MIN_VALUE)).isEqualTo(-744.4400719213812);
    assertThat(Logarithm.log(Double.MAX_VALUE)).isEqualTo(709.782712893384);
  }
}
