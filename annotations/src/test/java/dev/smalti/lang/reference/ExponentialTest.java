package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ExponentialTest {
  private static final double F32_BOUND = 1.1;
  private static final double F64_BOUND = 1.0;

  @Test
  void f32StaysWithinItsBound() {
    double worst = 0;
    for (int bits = 0; bits <= Float.floatToIntBits(105f); bits += 997) {
      for (int sign : new int[] {0, Integer.MIN_VALUE}) {
        float x = Float.intBitsToFloat(bits | sign);
        double truth = Math.exp(x);
        if (truth < Float.MAX_VALUE) {
          worst = Math.max(worst, Exact.ulps(Exponential.exp(x), truth));
        } else {
          assertWithMessage("exp(%s)", x).that(Exponential.exp(x)).isPositiveInfinity();
        }
      }
    }
    assertThat(worst).isAtMost(F32_BOUND);
  }

  @Test
  void f32IsWorstWhereItIsKnownToBe() {
    float x = -5.8778844f;
    assertThat(Exact.ulps(Exponential.exp(x), Math.exp(x))).isGreaterThan(1.0);
  }

  @Test
  void f32Specials() {
    assertThat(Exponential.exp(Float.NaN)).isNaN();
    assertThat(Exponential.exp(Float.POSITIVE_INFINITY)).isPositiveInfinity();
    assertThat(Exponential.exp(Float.MAX_VALUE)).isPositiveInfinity();
    assertThat(Exponential.exp(88.72284f)).isPositiveInfinity();
    assertThat(Exponential.exp(88.72283f)).isLessThan(Float.POSITIVE_INFINITY);
    assertThat(Exponential.exp(Float.NEGATIVE_INFINITY)).isEqualTo(0f);
    assertThat(Exponential.exp(-104f)).isEqualTo(0f);
    assertThat(Exponential.exp(-103.9f)).isEqualTo(Float.MIN_VALUE);
    assertThat(Exponential.exp(0f)).isEqualTo(1f);
    assertThat(Exponential.exp(-0f)).isEqualTo(1f);
    assertThat(Exponential.exp(Float.MIN_VALUE)).isEqualTo(1f);
  }

  @Test
  void f64StaysWithinItsBound() {
    double worst = 0;
    Random random = new Random(1);
    for (int i = 0; i < 6_000; i++) {
      double x =
          switch (i % 3) {
            case 0 -> random.nextDouble(-745, 709.7);
            case 1 -> random.nextDouble(-1, 1);
            default -> (random.nextInt(2_000) - 1_000) * Math.log(2) / 2 + random.nextGaussian();
          };
      if (x < 709.7 && x > -745) {
        double error = Exact.ulps(Exponential.exp(x), Exact.exp(new BigDecimal(x)));
        assertWithMessage("error of exp(%s)", x).that(error).isAtMost(F64_BOUND);
        worst = Math.max(worst, error);
      }
    }
    assertThat(worst).isGreaterThan(0.5);
  }

  @Test
  void f64Specials() {
    assertThat(Exponential.exp(Double.NaN)).isNaN();
    assertThat(Exponential.exp(Double.POSITIVE_INFINITY)).isPositiveInfinity();
    assertThat(Exponential.exp(Double.MAX_VALUE)).isPositiveInfinity();
    assertThat(Exponential.exp(709.782712893385)).isPositiveInfinity();
    assertThat(Exponential.exp(709.782712893383)).isLessThan(Double.POSITIVE_INFINITY);
    assertThat(Exponential.exp(Double.NEGATIVE_INFINITY)).isEqualTo(0.0);
    assertThat(Exponential.exp(-746.0)).isEqualTo(0.0);
    assertThat(Exponential.exp(-745.1)).isEqualTo(Double.MIN_VALUE);
    assertThat(Exponential.exp(0.0)).isEqualTo(1.0);
    assertThat(Exponential.exp(-0.0)).isEqualTo(1.0);
  }
}
