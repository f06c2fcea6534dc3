package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.reference.Arithmetic;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ConversionsTest {
  private static float f16(short bits) {
    return Float.float16ToFloat(bits);
  }

  private static float bf16(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  private static void check(double x) {
    assertWithMessage("%s", x).that(f16(Conversions.f16(x))).isEqualTo(Arithmetic.f16().scalar(x));
    assertWithMessage("%s", x)
        .that(bf16(Conversions.bf16(x)))
        .isEqualTo(Arithmetic.bf16().scalar(x));
    assertWithMessage("%s", (float) x)
        .that(bf16(Conversions.bf16((float) x)))
        .isEqualTo(Arithmetic.bf16().cast((float) x));
  }

  private static void check(long x) {
    assertWithMessage("%s", x).that(f16(Conversions.f16(x))).isEqualTo(Arithmetic.f16().scalar(x));
    assertWithMessage("%s", x)
        .that(bf16(Conversions.bf16(x)))
        .isEqualTo(Arithmetic.bf16().scalar(x));
  }

  @Test
  void areThoseOfTheReference() {
    Random random = new Random(21);
    for (int i = 0; i < 50_000; i++) {
      double near = f16((short) random.nextInt()) * (1 + random.nextInt(3) * 0x1p-11);
      double upper = bf16((short) random.nextInt()) * (1 + random.nextInt(3) * 0x1p-8);
      check(near);
      check(Math.nextUp(near));
      check(Math.nextDown(near));
      check(upper);
      check(Math.nextUp(upper));
      check(Math.nextDown(upper));
      check(Double.longBitsToDouble(random.nextLong()));
      check(Float.intBitsToFloat(random.nextInt()));
      long middle = (0x81L + 2L * random.nextInt(64)) << 1 + random.nextInt(54);
      check(middle);
      check(middle - 1);
      check(middle + 1);
      check(-middle - 1);
      check(random.nextLong() >> random.nextInt(64));
    }
  }

  @Test
  void atTheEnds() {
    for (double x : new double[] {0.0, -0.0, 1e300, -1e300, 1e-300, -1e-300, 0.0 / 0, 1 / 0.0}) {
      check(x);
    }
    check(Long.MIN_VALUE);
    check(Long.MAX_VALUE);
    check(0L);
    check(65519L);
    check(65520L);
  }
}
