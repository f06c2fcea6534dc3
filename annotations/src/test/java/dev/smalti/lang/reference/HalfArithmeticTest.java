package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HalfArithmeticTest {
  private static final Arithmetic<Float> F32 = Arithmetic.f32();
  private static final Arithmetic<Float> F16 = Arithmetic.f16();
  private static final Arithmetic<Float> BF16 = Arithmetic.bf16();

  private static float f16(int bits) {
    return Float.float16ToFloat((short) bits);
  }

  private static float bf16(int bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** The nearest multiple of the unit that a format has there, or an infinity. */
  private static float nearest(BigDecimal x, int significand, int leastExponent, double limit) {
    if (x.signum() == 0) {
      return 0;
    }
    int exponent = Math.max(Math.getExponent(x.abs().doubleValue()), leastExponent);
    BigDecimal unit = new BigDecimal(Math.scalb(1.0, exponent - significand + 1));
    double rounded = x.divide(unit, 0, RoundingMode.HALF_EVEN).multiply(unit).doubleValue();
    float value = (float) (Math.abs(rounded) > limit ? Math.copySign(1 / 0.0, rounded) : rounded);
    return Math.copySign(value, (float) x.signum());
  }

  private static void check(double x) {
    BigDecimal exact = new BigDecimal(x);
    assertWithMessage("%s", x).that(F16.scalar(x)).isEqualTo(nearest(exact, 11, -14, 65504));
    assertWithMessage("%s", x)
        .that(BF16.scalar(x))
        .isEqualTo(nearest(exact, 8, -126, bf16(0x7F7F)));
  }

  @Test
  void doublesAreRoundedOnce() {
    Random random = new Random(11);
    for (int i = 0; i < 30_000; i++) {
      double half = f16(random.nextInt(0x7C00)) * (1 + random.nextInt(3) * 0x1p-11);
      double upper = bf16(random.nextInt(0x7F80)) * (1 + random.nextInt(3) * 0x1p-8);
      for (double near : new double[] {half, upper, random.nextGaussian() * 1e-5}) {
        check(near);
        check(-Math.nextUp(near));
        check(Math.nextDown(near));
        check((float) near);
      }
    }
  }

  @Test
  void longsAreRoundedOnce() {
    Random random = new Random(12);
    for (int i = 0; i < 30_000; i++) {
      long middle = (0x81L + 2L * random.nextInt(64)) << 1 + random.nextInt(54);
      for (long x : new long[] {middle - 1, middle, middle + 1, -middle + 1, random.nextLong()}) {
        BigDecimal exact = BigDecimal.valueOf(x);
        assertWithMessage("%s", x)
            .that(BF16.cast(x))
            .isEqualTo(nearest(exact, 8, -126, bf16(0x7F7F)));
        assertWithMessage("%s", x).that(F16.cast(x)).isEqualTo(nearest(exact, 11, -14, 65504));
        BigDecimal whole = new BigDecimal((int) x);
        assertThat(F16.cast((int) x)).isEqualTo(nearest(whole, 11, -14, 65504));
        assertThat(BF16.cast((int) x)).isEqualTo(nearest(whole, 8, -126, bf16(0x7F7F)));
      }
    }
    assertThat(BF16.scalar(Long.MIN_VALUE)).isEqualTo(-0x1p63f);
    assertThat(BF16.scalar(Long.MAX_VALUE)).isEqualTo(0x1p63f);
  }

  @Test
  void theEndsOfTheRange() {
    assertThat(F16.cast(65504f)).isEqualTo(65504f);
    assertThat(F16.cast(65519f)).isEqualTo(65504f);
    assertThat(F16.cast(65519.999999)).isEqualTo(65504f);
    assertThat(F16.cast(65520f)).isPositiveInfinity();
    assertThat(F16.cast(-65520.0)).isNegativeInfinity();
    assertThat(F16.cast(0x1p-24f)).isEqualTo(0x1p-24f);
    assertThat(F16.cast(0x1p-25f)).isEqualTo(0f);
    assertThat(F16.cast(0x1.000001p-25)).isEqualTo(0x1p-24f);
    assertThat(F16.cast(-0x1p-30f)).isEqualTo(-0f);
    assertThat(F16.cast(Float.NaN)).isNaN();
    assertThat(F16.cast(Double.NEGATIVE_INFINITY)).isNegativeInfinity();
    assertThat(BF16.cast(Float.MAX_VALUE)).isPositiveInfinity();
    assertThat(BF16.cast(1e300)).isPositiveInfinity();
    assertThat(BF16.cast(Float.intBitsToFloat(0x7F800001))).isNaN();
    assertThat(BF16.cast(Float.MIN_VALUE)).isEqualTo(0f);
    assertThat(BF16.cast(-1e-300)).isEqualTo(-0f);
    assertThat(BF16.cast(true)).isEqualTo(1f);
  }

  @Test
  void everyElementIsItself() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      assertThat(F16.cast(f16(bits))).isEqualTo(f16(bits));
      assertThat(BF16.cast(bf16(bits))).isEqualTo(bf16(bits));
      assertThat(F16.neg(F16.neg(f16(bits)))).isEqualTo(f16(bits));
    }
  }

  @Test
  void anOperationIsThatOfFloatsRounded() {
    Random random = new Random(13);
    for (int i = 0; i < 50_000; i++) {
      float a = f16(random.nextInt());
      float b = f16(random.nextInt());
      assertThat(F16.add(a, b)).isEqualTo(F16.cast(a + b));
      assertThat(F16.sub(a, b)).isEqualTo(F16.cast(a - b));
      assertThat(F16.mul(a, b)).isEqualTo(F16.cast(a * b));
      assertThat(F16.div(a, b)).isEqualTo(F16.cast(a / b));
      assertThat(F16.rem(a, b)).isEqualTo(a % b);
      assertThat(F16.mod(a, b)).isEqualTo(F16.cast(F32.mod(a, b)));
      assertThat(F16.max(a, b)).isEqualTo(Math.max(a, b));
      assertThat(F16.min(a, b)).isEqualTo(Math.min(a, b));
      assertThat(F16.sqrt(a)).isEqualTo(F16.cast((float) Math.sqrt(a)));
      assertThat(F16.fma(a, b, a)).isEqualTo(F16.cast(Math.fma(a, b, a)));
      assertThat(F16.exp(a)).isEqualTo(F16.cast(F32.exp(a)));
      assertThat(F16.round(a)).isEqualTo(F32.round(a));
      assertThat(F16.lt(a, b)).isEqualTo(a < b);
      assertThat(F16.ge(a, b)).isEqualTo(a >= b);
      assertThat(F16.eq(a, b)).isEqualTo(a == b);
      float c = bf16(random.nextInt());
      assertThat(BF16.mul(c, c)).isEqualTo(BF16.cast(c * c));
      assertThat(BF16.gelu(c)).isEqualTo(BF16.cast(F32.gelu(c)));
    }
    assertThrows(IllegalArgumentException.class, () -> F16.and(1f, 1f));
  }
}
