package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;

import org.junit.jupiter.api.Test;

final class RoundingTest {
  private static void assertRounds(double x, double round, double trunc) {
    assertThat(Double.doubleToLongBits(Rounding.round(x)))
        .isEqualTo(Double.doubleToLongBits(round));
    assertThat(Double.doubleToLongBits(Rounding.trunc(x)))
        .isEqualTo(Double.doubleToLongBits(trunc));
  }

  @Test
  void tiesGoAwayFromZeroAndSignsStay() {
    assertRounds(0.5, 1, 0);
    assertRounds(-0.5, -1, -0.0);
    assertRounds(1.5, 2, 1);
    assertRounds(2.5, 3, 2);
    assertRounds(-2.5, -3, -2);
    assertRounds(0.49999999999999994, 0, 0);
    assertRounds(-0.25, -0.0, -0.0);
    assertRounds(-0.0, -0.0, -0.0);
    assertRounds(4503599627370497.0, 4503599627370497.0, 4503599627370497.0);
    assertRounds(4503599627370495.5, 4503599627370496.0, 4503599627370495.0);
    assertRounds(Double.NaN, Double.NaN, Double.NaN);
    assertRounds(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
    assertRounds(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE);
  }
}
