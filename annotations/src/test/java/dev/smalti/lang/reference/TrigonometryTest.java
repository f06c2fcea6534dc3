package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TrigonometryTest {
  private static final double BOUND = 1.6;

  @Test
  void f32StaysWithinItsBoundForEveryMagnitude() {
    for (int bits = 0; bits < Float.floatToIntBits(Float.POSITIVE_INFINITY); bits += 4999) {
      float x = Float.intBitsToFloat(bits);
      assertWithMessage("sin(%s)", x)
          .that(Exact.ulps(Trigonometry.sin(x), Math.sin(x)))
          .isAtMost(BOUND);
      assertWithMessage("cos(%s)", x)
          .that(Exact.ulps(Trigonometry.cos(x), Math.cos(x)))
          .isAtMost(BOUND);
    }
  }

  @Test
  void f32IsWorstWhereItIsKnownToBe() {
    float x = 2.3915994f;
    assertThat(Exact.ulps(Trigonometry.cos(x), Math.cos(x))).isGreaterThan(1.5);
  }

  @Test
  void f64StaysWithinItsBoundForEveryMagnitude() {
    Random random = new Random(3);
    for (int i = 0; i < 1_000; i++) {
      double x =
          switch (i % 4) {
            case 0 -> random.nextDouble(-10, 10);
            case 1 -> random.nextInt(1_000_000) * Math.PI / 2;
            case 2 -> random.nextDouble() * Trigonometry.F64_LIMIT * 1.1;
            default -> Math.scalb(random.nextDouble(), random.nextInt(2000) - 976);
          };
      assertWithMessage("sin(%s)", x)
          .that(Exact.ulps(Trigonometry.sin(x), Exact.sin(new BigDecimal(x))))
          .isAtMost(BOUND);
      assertWithMessage("cos(%s)", x)
          .that(Exact.ulps(Trigonometry.cos(x), Exact.cos(new BigDecimal(x))))
          .isAtMost(BOUND);
    }
  }

  @Test
  void theDoubleThatIsNearestToAQuarterTurnIsRight() {
    double x = Math.scalb(6381956970095103.0, 797);
    assertThat(Exact.ulps(Trigonometry.cos(x), Exact.cos(new BigDecimal(x)))).isAtMost(BOUND);
    assertThat(Math.abs(Trigonometry.cos(x))).isLessThan(1e-18);
  }

  @Test
  void bothSidesOfTheLimitAreRight() {
    for (double x : new double[] {Trigonometry.F64_LIMIT, Math.nextUp(Trigonometry.F64_LIMIT)}) {
      assertThat(Exact.ulps(Trigonometry.sin(x), Exact.sin(new BigDecimal(x)))).isAtMost(BOUND);
    }
    for (float x : new float[] {Trigonometry.F32_LIMIT, Math.nextUp(Trigonometry.F32_LIMIT)}) {
      assertThat(Exact.ulps(Trigonometry.sin(x), Math.sin(x))).isAtMost(BOUND);
    }
  }

  @Test
  void signsAndSpecials() {
    assertThat(Float.floatToRawIntBits(Trigonometry.sin(-0f)))
        .isEqualTo(Float.floatToRawIntBits(-0f));
    assertThat(Double.doubleToRawLongBits(Trigonometry.sin(-0.0)))
        .isEqualTo(Double.doubleToRawLongBits(-0.0));
    assertThat(Trigonometry.cos(-0f)).isEqualTo(1f);
    assertThat(Trigonometry.cos(-0.0)).isEqualTo(1.0);
    assertThat(Trigonometry.sin(-1f)).isEqualTo(-Trigonometry.sin(1f));
    assertThat(Trigonometry.sin(-1e30)).isEqualTo(-Trigonometry.sin(1e30));
    assertThat(Trigonometry.cos(-1e30)).isEqualTo(Trigonometry.cos(1e30));
    for (float x : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      assertThat(Trigonometry.sin(x)).isNaN();
      assertThat(Trigonometry.cos(x)).isNaN();
      assertThat(Trigonometry.sin((double) x)).isNaN();
      assertThat(Trigonometry.cos((double) x)).isNaN();
    }
    assertThat(Trigonometry.sin(Float.MIN_VALUE)).isEqualTo(Float.MIN_VALUE);
    assertThat(Trigonometry.sin(Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
  }
}
