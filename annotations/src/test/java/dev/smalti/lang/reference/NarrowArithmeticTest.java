package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

final class NarrowArithmeticTest {
  private static final Arithmetic<Integer> I8 = Arithmetic.i8();
  private static final Arithmetic<Integer> I16 = Arithmetic.i16();
  private static final Arithmetic<Integer> U8 = Arithmetic.u8();

  /** What the type makes of an int is its low bits. */
  private static void check(
      Arithmetic<Integer> type, IntUnaryOperator wrap, int bits, int a, int b) {
    String what = type + " " + a + " " + b;
    assertWithMessage(what).that(type.add(a, b)).isEqualTo(wrap.applyAsInt(a + b));
    assertWithMessage(what).that(type.sub(a, b)).isEqualTo(wrap.applyAsInt(a - b));
    assertWithMessage(what).that(type.mul(a, b)).isEqualTo(wrap.applyAsInt(a * b));
    assertWithMessage(what).that(type.max(a, b)).isEqualTo(a > b ? a : b);
    assertWithMessage(what).that(type.min(a, b)).isEqualTo(a > b ? b : a);
    assertWithMessage(what).that(type.and(a, b)).isEqualTo(wrap.applyAsInt(a & b));
    assertWithMessage(what).that(type.or(a, b)).isEqualTo(wrap.applyAsInt(a | b));
    assertWithMessage(what).that(type.xor(a, b)).isEqualTo(wrap.applyAsInt(a ^ b));
    int distance = b & bits - 1;
    int zeros = a & (1 << bits) - 1;
    assertWithMessage(what).that(type.shl(a, b)).isEqualTo(wrap.applyAsInt(a << distance));
    assertWithMessage(what).that(type.shr(a, b)).isEqualTo(wrap.applyAsInt(a >> distance));
    assertWithMessage(what).that(type.ushr(a, b)).isEqualTo(wrap.applyAsInt(zeros >>> distance));
    assertWithMessage(what).that(type.lt(a, b)).isEqualTo(a < b);
    assertWithMessage(what).that(type.le(a, b)).isEqualTo(a <= b);
    assertWithMessage(what).that(type.gt(a, b)).isEqualTo(a > b);
    assertWithMessage(what).that(type.ge(a, b)).isEqualTo(a >= b);
    assertWithMessage(what).that(type.eq(a, b)).isEqualTo(a == b);
    assertWithMessage(what).that(type.ne(a, b)).isEqualTo(a != b);
    if (b != 0) {
      assertWithMessage(what).that(type.div(a, b)).isEqualTo(wrap.applyAsInt(a / b));
      assertWithMessage(what).that(type.rem(a, b)).isEqualTo(a % b);
      assertWithMessage(what).that(type.mod(a, b)).isEqualTo(Math.floorMod(a, b));
    }
    assertWithMessage(what).that(type.neg(a)).isEqualTo(wrap.applyAsInt(-a));
    assertWithMessage(what).that(type.abs(a)).isEqualTo(wrap.applyAsInt(a < 0 ? -a : a));
    assertWithMessage(what).that(type.not(a)).isEqualTo(wrap.applyAsInt(~a));
    assertWithMessage(what).that(type.sign(a)).isEqualTo(a < 0 ? -1 : a > 0 ? 1 : 0);
  }

  @Test
  void everyPairOfBytes() {
    for (int a = -128; a < 128; a++) {
      for (int b = -128; b < 128; b++) {
        check(I8, x -> (byte) x, 8, a, b);
        check(U8, x -> x & 0xFF, 8, a + 128, b + 128);
      }
    }
  }

  @Test
  void pairsOfShorts() {
    Random random = new Random(7);
    for (int i = 0; i < 50_000; i++) {
      check(I16, x -> (short) x, 16, (short) random.nextInt(), (short) random.nextInt());
    }
    check(I16, x -> (short) x, 16, -32768, -1);
  }

  @Test
  void conversionsSaturateFromFloatsAndWrapFromIntegers() {
    assertThat(I8.cast(1e9f)).isEqualTo(127);
    assertThat(I8.cast(-129.5)).isEqualTo(-128);
    assertThat(I8.cast(-1.9f)).isEqualTo(-1);
    assertThat(U8.cast(-0.9)).isEqualTo(0);
    assertThat(U8.cast(255.9)).isEqualTo(255);
    assertThat(U8.cast(Float.NaN)).isEqualTo(0);
    assertThat(I16.cast(Double.POSITIVE_INFINITY)).isEqualTo(32767);
    assertThat(I16.cast(0x1_8000)).isEqualTo(-32768);
    assertThat(U8.cast(-1)).isEqualTo(255);
    assertThat(I8.cast((1L << 40) + 200)).isEqualTo(-56);
    assertThat(U8.cast(true)).isEqualTo(1);
    assertThat(Arithmetic.f32().cast(U8.cast(-1))).isEqualTo(255f);
  }

  @Test
  void scalarsFit() {
    assertThat(U8.scalar(255)).isEqualTo(255);
    assertThat(I8.scalar(-128)).isEqualTo(-128);
    assertThat(assertThrows(ArithmeticException.class, () -> I8.scalar(128)))
        .hasMessageThat()
        .isEqualTo("the scalar 128 does not fit I8, which holds -128 to 127; cast the tile first");
    assertThrows(ArithmeticException.class, () -> U8.scalar(-1));
    assertThrows(ArithmeticException.class, () -> I16.scalar(1L << 32));
    assertThat(assertThrows(IllegalArgumentException.class, () -> U8.scalar(0.5)))
        .hasMessageThat()
        .contains("0.5 is a double, the tile is U8");
    assertThat(assertThrows(IllegalArgumentException.class, () -> U8.exp(1)))
        .hasMessageThat()
        .isEqualTo("U8 has no exp; cast to F32 or F64");
  }

  @Test
  void byZero() {
    assertThrows(ArithmeticException.class, () -> I8.div(1, 0));
    assertThrows(ArithmeticException.class, () -> U8.rem(1, 0));
    assertThrows(ArithmeticException.class, () -> I16.mod(1, 0));
  }
}
