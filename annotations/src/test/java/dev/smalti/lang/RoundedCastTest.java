package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Casts with a rounding against the definition, in decimal numbers of any length. */
final class RoundedCastTest {
  private static double cast(DType from, double x, DType to, Rounding rounding) {
    Object element = from.arithmetic().cast(x);
    return ((Number) new RoundedCast(from, to, rounding).round(element)).doubleValue();
  }

  @Test
  void tiesOfIntegers() {
    double[] from = {-2.5, -1.5, -0.5, -0.25, 0, 0.25, 0.5, 1.5, 2.5, 3};
    Map<Rounding, double[]> wanted =
        Map.of(
            NEAREST_EVEN, new double[] {-2, -2, 0, 0, 0, 0, 0, 2, 2, 3},
            HALF_AWAY, new double[] {-3, -2, -1, 0, 0, 0, 1, 2, 3, 3},
            FLOOR, new double[] {-3, -2, -1, -1, 0, 0, 0, 1, 2, 3},
            CEIL, new double[] {-2, -1, 0, 0, 0, 1, 1, 2, 3, 3},
            TRUNCATE, new double[] {-2, -1, 0, 0, 0, 0, 0, 1, 2, 3},
            ODD, new double[] {-3, -1, -1, -1, 0, 1, 1, 1, 3, 3});
    wanted.forEach(
        (rounding, numbers) -> {
          for (int i = 0; i < from.length; i++) {
            assertWithMessage("%s to I32, %s", from[i], rounding)
                .that(cast(F64, from[i], I32, rounding))
                .isEqualTo(numbers[i] + 0.0);
          }
        });
    assertThat(wanted).hasSize(Rounding.values().length);
  }

  @Test
  void integersSaturate() {
    for (Rounding rounding : Rounding.values()) {
      assertThat(cast(F32, 1e9, I16, rounding)).isEqualTo(32767);
      assertThat(cast(F32, -1e9, I8, rounding)).isEqualTo(-128);
      assertThat(cast(F32, Double.NEGATIVE_INFINITY, U8, rounding)).isEqualTo(0);
      assertThat(cast(F64, Double.NaN, I64, rounding)).isEqualTo(0);
    }
  }

  @Test
  void aboveTheGreatestFloat() {
    double infinity = Double.POSITIVE_INFINITY;
    assertThat(cast(F32, 65519, F16, HALF_AWAY)).isEqualTo(65504);
    assertThat(cast(F32, 65520, F16, HALF_AWAY)).isEqualTo(infinity);
    assertThat(cast(F32, 1e30, F16, FLOOR)).isEqualTo(65504);
    assertThat(cast(F32, 1e30, F16, TRUNCATE)).isEqualTo(65504);
    assertThat(cast(F32, 1e30, F16, ODD)).isEqualTo(65504);
    assertThat(cast(F32, 65505, F16, CEIL)).isEqualTo(infinity);
    assertThat(cast(F64, -1e300, F32, FLOOR)).isEqualTo(-infinity);
    assertThat(cast(F64, -1e300, F32, CEIL)).isEqualTo(-(double) Float.MAX_VALUE);
    assertThat(cast(F32, infinity, BF16, FLOOR)).isEqualTo(infinity);
  }

  @Test
  void zerosKeepTheirSign() {
    assertThat(cast(F32, -1e-30, F16, CEIL)).isEqualTo(-0.0);
    assertThat(cast(F32, -1e-30, F16, FLOOR)).isEqualTo(-0x1p-24);
    assertThat(cast(F32, 1e-30, F16, ODD)).isEqualTo(0x1p-24);
    assertThat(cast(F32, -0.0, F16, ODD)).isEqualTo(-0.0);
  }

  @Test
  void whatRoundsNothingIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new RoundedCast(F16, F32, FLOOR));
    assertThrows(IllegalArgumentException.class, () -> new RoundedCast(I32, F32, FLOOR));
    assertThrows(IllegalArgumentException.class, () -> new RoundedCast(F32, BOOL, FLOOR));
    assertThrows(IllegalArgumentException.class, () -> new RoundedCast(F32, F32, FLOOR));
    assertThat(cast(BF16, 1e30, F16, FLOOR)).isEqualTo(65504);
    assertThat(cast(F16, 0x1.FFCp0, BF16, FLOOR)).isEqualTo(0x1.FEp0);
  }

  @Test
  void everyFloatIsOneOfItsNeighbours() {
    Random random = new Random(4);
    for (int i = 0; i < 20_000; i++) {
      float x = Float.intBitsToFloat(random.nextInt());
      if (Float.isFinite(x)) {
        for (DType to : List.of(F16, BF16)) {
          check(F32, x, to);
        }
        check(F64, Double.longBitsToDouble(random.nextLong()), F16);
        check(F64, x * (1 + random.nextInt(8) * 0x1p-26), F32);
      }
    }
  }

  private static void check(DType from, double x, DType to) {
    if (!Double.isFinite(x)) {
      return;
    }
    double below = cast(from, x, to, FLOOR);
    double above = cast(from, x, to, CEIL);
    String where = x + " to " + to + " between " + below + " and " + above;
    assertWithMessage(where).that(below <= x && x <= above).isTrue();
    assertWithMessage(where)
        .that(cast(from, x, to, TRUNCATE))
        .isEqualTo(x < 0 || 1 / x < 0 ? above : below);
    double odd = cast(from, x, to, ODD);
    double away = cast(from, x, to, HALF_AWAY);
    double even = cast(from, x, to, NEAREST_EVEN);
    assertWithMessage(where).that(odd == below || odd == above).isTrue();
    assertWithMessage(where).that(away == below || away == above).isTrue();
    if (below != x && Double.isFinite(below) && Double.isFinite(above)) {
      int order =
          new BigDecimal(x)
              .subtract(new BigDecimal(below))
              .compareTo(new BigDecimal(above).subtract(new BigDecimal(x)));
      double tie = x < 0 ? below : above;
      assertWithMessage(where).that(away).isEqualTo(order == 0 ? tie : order < 0 ? below : above);
      assertWithMessage(where)
          .that(even)
          .isEqualTo(order == 0 ? (odd == below ? above : below) : order < 0 ? below : above);
    }
  }
}
