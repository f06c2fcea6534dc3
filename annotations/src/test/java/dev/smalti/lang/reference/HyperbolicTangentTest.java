package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HyperbolicTangentTest {
  private static final double TANH_BOUND = 1.5;
  private static final double SIGMOID_BOUND = 2.5;

  private static double sigmoid(double x) {
    return x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x));
  }

  @Test
  void f32StaysWithinItsBounds() {
    for (int bits = 0; bits <= Float.floatToIntBits(103f); bits += 1999) {
      for (int sign : new int[] {0, Integer.MIN_VALUE}) {
        float x = Float.intBitsToFloat(bits | sign);
        assertWithMessage("tanh(%s)", x)
            .that(Exact.ulps(HyperbolicTangent.tanh(x), Math.tanh(x)))
            .isAtMost(TANH_BOUND);
        assertWithMessage("sigmoid(%s)", x)
            .that(Exact.ulps(HyperbolicTangent.sigmoid(x), sigmoid(x)))
            .isAtMost(SIGMOID_BOUND);
      }
    }
  }

  @Test
  void f32IsWorstWhereItIsKnownToBe() {
    float x = -4.8462257f;
    assertThat(Exact.ulps(HyperbolicTangent.sigmoid(x), sigmoid(x))).isGreaterThan(2.3);
  }

  @Test
  void f64StaysWithinItsBounds() {
    Random random = new Random(4);
    for (int i = 0; i < 3_000; i++) {
      double x = i % 2 == 0 ? random.nextDouble(-20, 20) : random.nextGaussian();
      BigDecimal exact = new BigDecimal(x);
      assertWithMessage("tanh(%s)", x)
          .that(Exact.ulps(HyperbolicTangent.tanh(x), Exact.tanh(exact)))
          .isAtMost(TANH_BOUND);
      assertWithMessage("sigmoid(%s)", x)
          .that(Exact.ulps(HyperbolicTangent.sigmoid(x), Exact.sigmoid(exact)))
          .isAtMost(SIGMOID_BOUND);
    }
  }

  @Test
  void specials() {
    assertThat(HyperbolicTangent.tanh(Float.NaN)).isNaN();
    assertThat(HyperbolicTangent.tanh(Double.NaN)).isNaN();
    assertThat(HyperbolicTangent.sigmoid(Float.NaN)).isNaN();
    assertThat(HyperbolicTangent.sigmoid(Double.NaN)).isNaN();
    assertThat(HyperbolicTangent.tanh(Float.NEGATIVE_INFINITY)).isEqualTo(-1f);
    assertThat(HyperbolicTangent.tanh(Double.POSITIVE_INFINITY)).isEqualTo(1.0);
    assertThat(HyperbolicTangent.sigmoid(Float.NEGATIVE_INFINITY)).isEqualTo(0f);
    assertThat(HyperbolicTangent.sigmoid(Float.POSITIVE_INFINITY)).isEqualTo(1f);
    assertThat(HyperbolicTangent.sigmoid(Double.NEGATIVE_INFINITY)).isEqualTo(0.0);
    assertThat(HyperbolicTangent.sigmoid(Double.POSITIVE_INFINITY)).isEqualTo(1.0);
    assertThat(HyperbolicTangent.sigmoid(0f)).isEqualTo(0.5f);
    assertThat(HyperbolicTangent.sigmoid(-0.0)).isEqualTo(0.5);
    assertThat(Float.floatToRawIntBits(HyperbolicTangent.tanh(-0f))).isEqualTo(Integer.MIN_VALUE);
    assertThat(Double.doubleToRawLongBits(HyperbolicTangent.tanh(-0.0))).isEqualTo(Long.MIN_VALUE);
  }
}
