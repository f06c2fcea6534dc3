package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

final class ArithmeticTest {
  private static final Arithmetic<Float> F32 = Arithmetic.f32();
  private static final Arithmetic<Double> F64 = Arithmetic.f64();
  private static final Arithmetic<Integer> I32 = Arithmetic.i32();
  private static final Arithmetic<Long> I64 = Arithmetic.i64();
  private static final Arithmetic<Boolean> BOOL = Arithmetic.bool();

  private static final List<Float> FLOATS =
      List.of(
          0f,
          -0f,
          1f,
          -1f,
          0.1f,
          3f,
          1e-38f,
          -1e-40f,
          Float.MIN_VALUE,
          Float.MAX_VALUE,
          1e30f,
          Float.POSITIVE_INFINITY,
          Float.NEGATIVE_INFINITY,
          Float.NaN,
          16777216f,
          16777217f);

  /** A float, its bits being random. */
  private static float next(Random random) {
    return Float.intBitsToFloat(random.nextInt());
  }

  @Test
  void floatsAreTheDoubleResultRoundedOnce() {
    // A double has more than twice the bits of a float, so that rounding twice is rounding once.
    Random random = new Random(3);
    for (int i = 0; i < 100_000; i++) {
      float a = i < 256 ? FLOATS.get(i / 16) : next(random);
      float b = i < 256 ? FLOATS.get(i % 16) : next(random);
      assertThat(F32.add(a, b)).isEqualTo((float) ((double) a + b));
      assertThat(F32.sub(a, b)).isEqualTo((float) ((double) a - b));
      assertThat(F32.mul(a, b)).isEqualTo((float) ((double) a * b));
      assertThat(F32.div(a, b)).isEqualTo((float) ((double) a / b));
      assertThat(F32.sqrt(a)).isEqualTo((float) Math.sqrt((double) a));
      assertThat(F32.recip(a)).isEqualTo((float) (1.0 / a));
      assertThat(F32.max(a, b)).isEqualTo(max(a, b));
      assertThat(F32.min(a, b)).isEqualTo(-max(-a, -b));
    }
  }

  /** The greater one, by cases. */
  private static float max(float a, float b) {
    if (Float.isNaN(a) || Float.isNaN(b)) {
      return Float.NaN;
    }
    if (a == 0 && b == 0) {
      return Float.floatToRawIntBits(a) == 0 ? a : b;
    }
    return a > b ? a : b;
  }

  @Test
  void fmaRoundsOnce() {
    Random random = new Random(4);
    for (int i = 0; i < 20_000; i++) {
      float a = (float) random.nextGaussian();
      float b = (float) random.nextGaussian();
      float c = (float) (-a * b * (1 + random.nextInt(3) * 0x1p-22));
      BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
      assertThat(F32.fma(a, b, c)).isEqualTo(exact.signum() == 0 ? 0f : exact.floatValue());
    }
    double a = 1 + 0x1p-30;
    assertThat(F64.fma(a, a, -(a * a))).isEqualTo(0x1p-60);
    assertThat(F32.fma(Float.POSITIVE_INFINITY, 0f, 1f)).isNaN();
  }

  @Test
  void doublesAreCorrectlyRounded() {
    Random random = new Random(5);
    for (int i = 0; i < 5_000; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian() + 3;
      BigDecimal x = new BigDecimal(a);
      BigDecimal y = new BigDecimal(b);
      assertThat(F64.add(a, b)).isEqualTo(x.add(y).doubleValue());
      assertThat(F64.sub(a, b)).isEqualTo(x.subtract(y).doubleValue());
      assertThat(F64.mul(a, b)).isEqualTo(x.multiply(y).doubleValue());
      if (b > 0) {
        assertThat(Exact.ulps(F64.recip(b), Exact.inverse(y))).isAtMost(0.5);
        assertThat(Exact.ulps(F64.div(a, b), x.multiply(Exact.inverse(y)))).isAtMost(0.5);
        assertThat(Exact.ulps(F64.sqrt(b), Exact.sqrt(y))).isAtMost(0.5);
      }
    }
    assertThat(F64.max(-0.0, 0.0)).isEqualTo(0.0);
    assertThat(F64.min(0.0, -0.0)).isEqualTo(-0.0);
    assertThat(F64.max(Double.NaN, 1.0)).isNaN();
    assertThat(F64.min(1.0, Double.NaN)).isNaN();
  }

  @Test
  void rsqrtStaysWithinItsBound() {
    double single = 0;
    for (int bits = 1; bits < Float.floatToIntBits(Float.POSITIVE_INFINITY); bits += 997) {
      float x = Float.intBitsToFloat(bits);
      assertThat(F32.rsqrt(x)).isEqualTo(1f / (float) Math.sqrt(x));
      single = Math.max(single, Exact.ulps(F32.rsqrt(x), 1 / Math.sqrt(x)));
    }
    assertThat(single).isAtMost(1.5);
    double twice = 0;
    Random random = new Random(6);
    for (int i = 0; i < 5_000; i++) {
      double x = random.nextDouble(0.2, 4);
      BigDecimal truth = Exact.inverse(Exact.sqrt(new BigDecimal(x)));
      twice = Math.max(twice, Exact.ulps(F64.rsqrt(x), truth));
    }
    assertThat(twice).isAtMost(1.5);
    assertThat(F32.rsqrt(0f)).isPositiveInfinity();
    assertThat(F32.rsqrt(-0f)).isNegativeInfinity();
    assertThat(F32.rsqrt(-1f)).isNaN();
    assertThat(F64.rsqrt(Double.POSITIVE_INFINITY)).isEqualTo(0.0);
  }

  @Test
  void magnitudeAndNegation() {
    assertThat(F32.abs(-0f)).isEqualTo(0f);
    assertThat(F32.neg(0f)).isEqualTo(-0f);
    assertThat(F32.neg(Float.NaN)).isNaN();
    assertThat(F64.abs(-2.5)).isEqualTo(2.5);
    assertThat(F64.neg(2.5)).isEqualTo(-2.5);
    assertThat(I32.abs(-7)).isEqualTo(7);
    assertThat(I32.abs(Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
    assertThat(I64.neg(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(I64.neg(5L)).isEqualTo(-5L);
  }

  @Test
  void expAndLogAreTheNamedSequences() {
    assertThat(F32.exp(1.5f)).isEqualTo(Exponential.exp(1.5f));
    assertThat(F64.exp(1.5)).isEqualTo(Exponential.exp(1.5));
    assertThat(F32.log(1.5f)).isEqualTo(Logarithm.log(1.5f));
    assertThat(F64.log(1.5)).isEqualTo(Logarithm.log(1.5));
  }

  @Test
  void intsWrapAndTruncate() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      int a = random.nextInt();
      int b = random.nextInt() | 1;
      BigInteger x = BigInteger.valueOf(a);
      BigInteger y = BigInteger.valueOf(b);
      assertThat(I32.add(a, b)).isEqualTo(x.add(y).intValue());
      assertThat(I32.sub(a, b)).isEqualTo(x.subtract(y).intValue());
      assertThat(I32.mul(a, b)).isEqualTo(x.multiply(y).intValue());
      assertThat(I32.div(a, b)).isEqualTo(x.divide(y).intValue());
      assertThat(I32.max(a, b)).isEqualTo(x.max(y).intValue());
      assertThat(I32.min(a, b)).isEqualTo(x.min(y).intValue());
    }
    assertThat(I32.div(Integer.MIN_VALUE, -1)).isEqualTo(Integer.MIN_VALUE);
    assertThrows(ArithmeticException.class, () -> I32.div(1, 0));
  }

  @Test
  void longsWrapAndTruncate() {
    Random random = new Random(8);
    for (int i = 0; i < 10_000; i++) {
      long a = random.nextLong();
      long b = random.nextLong() | 1;
      BigInteger x = BigInteger.valueOf(a);
      BigInteger y = BigInteger.valueOf(b);
      assertThat(I64.add(a, b)).isEqualTo(x.add(y).longValue());
      assertThat(I64.sub(a, b)).isEqualTo(x.subtract(y).longValue());
      assertThat(I64.mul(a, b)).isEqualTo(x.multiply(y).longValue());
      assertThat(I64.div(a, b)).isEqualTo(x.divide(y).longValue());
      assertThat(I64.max(a, b)).isEqualTo(x.max(y).longValue());
      assertThat(I64.min(a, b)).isEqualTo(x.min(y).longValue());
    }
    assertThat(I64.div(-7L, 2L)).isEqualTo(-3L);
    assertThrows(ArithmeticException.class, () -> I64.div(1L, 0L));
  }

  private static <E> void checkRelations(Arithmetic<E> type, E less, E greater) {
    assertThat(type.lt(less, greater)).isTrue();
    assertThat(type.lt(less, less)).isFalse();
    assertThat(type.le(less, less)).isTrue();
    assertThat(type.le(greater, less)).isFalse();
    assertThat(type.gt(greater, less)).isTrue();
    assertThat(type.gt(less, less)).isFalse();
    assertThat(type.ge(less, less)).isTrue();
    assertThat(type.ge(less, greater)).isFalse();
    assertThat(type.eq(less, less)).isTrue();
    assertThat(type.eq(less, greater)).isFalse();
    assertThat(type.ne(less, greater)).isTrue();
    assertThat(type.ne(less, less)).isFalse();
  }

  @Test
  void relations() {
    checkRelations(F32, -1f, 2f);
    checkRelations(F64, -1.0, 2.0);
    checkRelations(I32, -100_000, 200_000); // Outside the cache of boxed numbers.
    checkRelations(I64, -100_000L, 200_000L);
    assertThat(F32.eq(0f, -0f)).isTrue();
    assertThat(F64.lt(-0.0, 0.0)).isFalse();
    assertThat(BOOL.eq(true, true)).isTrue();
    assertThat(BOOL.ne(true, false)).isTrue();
  }

  private static <E> void checkNotANumber(Arithmetic<E> type, E nan, E one) {
    List<BiFunction<E, E, Boolean>> relations =
        List.of(type::lt, type::le, type::gt, type::ge, type::eq);
    for (BiFunction<E, E, Boolean> relation : relations) {
      assertThat(relation.apply(nan, one)).isFalse();
      assertThat(relation.apply(one, nan)).isFalse();
      assertThat(relation.apply(nan, nan)).isFalse();
    }
    assertThat(type.ne(nan, nan)).isTrue();
    assertThat(type.ne(nan, one)).isTrue();
  }

  @Test
  void onlyNotEqualHoldsWithNotANumber() {
    checkNotANumber(F32, Float.NaN, 1f);
    checkNotANumber(F64, Double.NaN, 1.0);
  }

  @Test
  void scalarsAreRounded() {
    assertThat(F32.scalar(0.1)).isEqualTo(0.1f);
    assertThat(F32.scalar(16777217L)).isEqualTo(16777216f);
    assertThat(F64.scalar(0.1)).isEqualTo(0.1);
    assertThat(F64.scalar(Long.MAX_VALUE)).isEqualTo(0x1p63);
    assertThat(I32.scalar(7L)).isEqualTo(7);
    assertThat(I64.scalar(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(BOOL.scalar(1L)).isTrue();
    assertThat(BOOL.scalar(0L)).isFalse();
  }

  @Test
  void scalarsThatDoNotFitAreErrors() {
    Exception large = assertThrows(ArithmeticException.class, () -> I32.scalar(1L << 31));
    assertThat(large).hasMessageThat().contains("2147483648 does not fit I32");
    Exception two = assertThrows(ArithmeticException.class, () -> BOOL.scalar(2L));
    assertThat(two).hasMessageThat().contains("2 does not fit BOOL");
    for (Arithmetic<?> type : List.of(I32, I64, BOOL)) {
      Exception fraction = assertThrows(IllegalArgumentException.class, () -> type.scalar(0.5));
      assertThat(fraction).hasMessageThat().contains("0.5 is a double");
    }
  }

  @Test
  void castsAreJavas() {
    List<Object> values =
        List.of(
            1.9f,
            -1.9f,
            Float.NaN,
            1e30f,
            1.9,
            -1e300,
            Double.NaN,
            0x1p53 + 2,
            7,
            -1,
            Integer.MAX_VALUE,
            1L << 40,
            Long.MAX_VALUE,
            -5L,
            true,
            false);
    List<Float> floats =
        List.of(
            1.9f,
            -1.9f,
            Float.NaN,
            1e30f,
            1.9f,
            Float.NEGATIVE_INFINITY,
            Float.NaN,
            0x1p53f,
            7f,
            -1f,
            0x1p31f,
            0x1p40f,
            0x1p63f,
            -5f,
            1f,
            0f);
    List<Double> doubles =
        List.of(
            (double) 1.9f,
            (double) -1.9f,
            Double.NaN,
            (double) 1e30f,
            1.9,
            -1e300,
            Double.NaN,
            0x1p53 + 2,
            7.0,
            -1.0,
            2147483647.0,
            0x1p40,
            0x1p63,
            -5.0,
            1.0,
            0.0);
    List<Integer> ints =
        List.of(
            1,
            -1,
            0,
            Integer.MAX_VALUE,
            1,
            Integer.MIN_VALUE,
            0,
            Integer.MAX_VALUE,
            7,
            -1,
            Integer.MAX_VALUE,
            0,
            -1,
            -5,
            1,
            0);
    List<Long> longs =
        List.of(
            1L,
            -1L,
            0L,
            Long.MAX_VALUE,
            1L,
            Long.MIN_VALUE,
            0L,
            (1L << 53) + 2,
            7L,
            -1L,
            2147483647L,
            1L << 40,
            Long.MAX_VALUE,
            -5L,
            1L,
            0L);
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      assertWithMessage("F32 of %s", value).that(F32.cast(value)).isEqualTo(floats.get(i));
      assertWithMessage("F64 of %s", value).that(F64.cast(value)).isEqualTo(doubles.get(i));
      assertWithMessage("I32 of %s", value).that(I32.cast(value)).isEqualTo(ints.get(i));
      assertWithMessage("I64 of %s", value).that(I64.cast(value)).isEqualTo(longs.get(i));
      assertWithMessage("BOOL of %s", value)
          .that(BOOL.cast(value))
          .isEqualTo(value instanceof Boolean truth ? truth : true);
    }
    for (Object zero : List.of(0f, -0f, 0.0, 0, 0L, false)) {
      assertWithMessage("BOOL of %s", zero).that(BOOL.cast(zero)).isFalse();
    }
    for (Arithmetic<?> type : List.of(F32, F64, I32, I64, BOOL)) {
      assertThrows(IllegalArgumentException.class, () -> type.cast("1"));
    }
  }

  private static <E> void checkMissing(Arithmetic<E> type, E one, List<String> operations) {
    for (String operation : operations) {
      Exception missing =
          assertThrows(
              IllegalArgumentException.class,
              () -> {
                switch (operation) {
                  case "add" -> type.add(one, one);
                  case "sub" -> type.sub(one, one);
                  case "mul" -> type.mul(one, one);
                  case "div" -> type.div(one, one);
                  case "max" -> type.max(one, one);
                  case "min" -> type.min(one, one);
                  case "fma" -> type.fma(one, one, one);
                  case "exp" -> type.exp(one);
                  case "log" -> type.log(one);
                  case "sqrt" -> type.sqrt(one);
                  case "rsqrt" -> type.rsqrt(one);
                  case "recip" -> type.recip(one);
                  case "abs" -> type.abs(one);
                  case "neg" -> type.neg(one);
                  case "sin" -> type.sin(one);
                  case "cos" -> type.cos(one);
                  case "tanh" -> type.tanh(one);
                  case "sigmoid" -> type.sigmoid(one);
                  case "erf" -> type.erf(one);
                  case "gelu" -> type.gelu(one);
                  case "geluTanh" -> type.geluTanh(one);
                  case "floor" -> type.floor(one);
                  case "ceil" -> type.ceil(one);
                  case "rint" -> type.rint(one);
                  case "round" -> type.round(one);
                  case "trunc" -> type.trunc(one);
                  case "sign" -> type.sign(one);
                  case "rem" -> type.rem(one, one);
                  case "mod" -> type.mod(one, one);
                  case "and" -> type.and(one, one);
                  case "or" -> type.or(one, one);
                  case "xor" -> type.xor(one, one);
                  case "not" -> type.not(one);
                  case "shl" -> type.shl(one, one);
                  case "shr" -> type.shr(one, one);
                  case "ushr" -> type.ushr(one, one);
                  case "lt" -> type.lt(one, one);
                  case "le" -> type.le(one, one);
                  case "gt" -> type.gt(one, one);
                  case "ge" -> type.ge(one, one);
                  default -> throw new AssertionError(operation);
                }
              });
      assertThat(missing).hasMessageThat().contains(type + " has no " + operation + "; cast");
    }
  }

  @Test
  void elementaryFunctionsAreTheNamedSequences() {
    assertThat(F32.sin(2f)).isEqualTo(Trigonometry.sin(2f));
    assertThat(F64.sin(2.0)).isEqualTo(Trigonometry.sin(2.0));
    assertThat(F32.cos(2f)).isEqualTo(Trigonometry.cos(2f));
    assertThat(F64.cos(2.0)).isEqualTo(Trigonometry.cos(2.0));
    assertThat(F32.tanh(2f)).isEqualTo(HyperbolicTangent.tanh(2f));
    assertThat(F64.tanh(2.0)).isEqualTo(HyperbolicTangent.tanh(2.0));
    assertThat(F32.sigmoid(2f)).isEqualTo(HyperbolicTangent.sigmoid(2f));
    assertThat(F64.sigmoid(2.0)).isEqualTo(HyperbolicTangent.sigmoid(2.0));
    assertThat(F32.erf(2f)).isEqualTo(ErrorFunction.erf(2f));
    assertThat(F64.erf(2.0)).isEqualTo(ErrorFunction.erf(2.0));
    assertThat(F32.gelu(2f)).isEqualTo(ErrorFunction.gelu(2f));
    assertThat(F64.gelu(2.0)).isEqualTo(ErrorFunction.gelu(2.0));
    assertThat(F32.geluTanh(2f)).isEqualTo(ErrorFunction.geluTanh(2f));
    assertThat(F64.geluTanh(2.0)).isEqualTo(ErrorFunction.geluTanh(2.0));
  }

  private static void checkWhole(double x, double floor, double ceil, double rint, double round) {
    assertThat(F64.floor(x)).isEqualTo(floor);
    assertThat(F64.ceil(x)).isEqualTo(ceil);
    assertThat(F64.rint(x)).isEqualTo(rint);
    assertThat(F64.round(x)).isEqualTo(round);
    assertThat(F32.floor((float) x)).isEqualTo((float) floor);
    assertThat(F32.ceil((float) x)).isEqualTo((float) ceil);
    assertThat(F32.rint((float) x)).isEqualTo((float) rint);
    assertThat(F32.round((float) x)).isEqualTo((float) round);
    assertThat(F32.trunc((float) x)).isEqualTo((float) F64.trunc(x).doubleValue());
  }

  @Test
  void wholeNumbers() {
    checkWhole(2.5, 2, 3, 2, 3);
    checkWhole(-2.5, -3, -2, -2, -3);
    checkWhole(-0.25, -1, -0.0, -0.0, -0.0);
    checkWhole(1e30f, 1e30f, 1e30f, 1e30f, 1e30f);
    checkWhole(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }

  @Test
  void restsHaveTheSignOfTheDividendOrTheDivisor() {
    assertThat(F32.rem(-7f, 2f)).isEqualTo(-1f);
    assertThat(F32.mod(-7f, 2f)).isEqualTo(1f);
    assertThat(F64.rem(7.5, -2.0)).isEqualTo(1.5);
    assertThat(F64.mod(7.5, -2.0)).isEqualTo(-0.5);
    assertThat(F64.mod(-1.0, Double.POSITIVE_INFINITY)).isPositiveInfinity();
    assertThat(F32.mod(-4f, 2f)).isEqualTo(-0f);
    assertThat(F32.rem(1f, 0f)).isNaN();
    assertThat(F64.mod(Double.POSITIVE_INFINITY, 2.0)).isNaN();
    assertThat(I32.rem(-7, 2)).isEqualTo(-1);
    assertThat(I32.mod(-7, 2)).isEqualTo(1);
    assertThat(I64.rem(7L, -2L)).isEqualTo(1);
    assertThat(I64.mod(7L, -2L)).isEqualTo(-1);
    assertThat(I32.rem(Integer.MIN_VALUE, -1)).isEqualTo(0);
    assertThrows(ArithmeticException.class, () -> I32.rem(1, 0));
    assertThrows(ArithmeticException.class, () -> I64.mod(1L, 0L));
  }

  @Test
  void signs() {
    assertThat(F32.sign(-3f)).isEqualTo(-1f);
    assertThat(F32.sign(-0f)).isEqualTo(-0f);
    assertThat(F64.sign(Double.NaN)).isNaN();
    assertThat(I32.sign(Integer.MIN_VALUE)).isEqualTo(-1);
    assertThat(I64.sign(1L << 40)).isEqualTo(1);
  }

  @Test
  void bits() {
    assertThat(I32.and(12, 10)).isEqualTo(8);
    assertThat(I32.or(12, 10)).isEqualTo(14);
    assertThat(I32.xor(12, 10)).isEqualTo(6);
    assertThat(I32.not(0)).isEqualTo(-1);
    assertThat(I32.shl(1, 33)).isEqualTo(2);
    assertThat(I32.shr(-8, 1)).isEqualTo(-4);
    assertThat(I32.ushr(-8, 1)).isEqualTo(Integer.MAX_VALUE - 3);
    assertThat(I64.and(12L, 10L)).isEqualTo(8);
    assertThat(I64.or(12L, 10L)).isEqualTo(14);
    assertThat(I64.xor(12L, 10L)).isEqualTo(6);
    assertThat(I64.not(0L)).isEqualTo(-1);
    assertThat(I64.shl(1L, 33L)).isEqualTo(1L << 33);
    assertThat(I64.shr(-8L, 65L)).isEqualTo(-4);
    assertThat(I64.ushr(-8L, 1L)).isEqualTo(Long.MAX_VALUE - 3);
    assertThat(BOOL.and(true, false)).isFalse();
    assertThat(BOOL.or(true, false)).isTrue();
    assertThat(BOOL.xor(true, true)).isFalse();
    assertThat(BOOL.not(false)).isTrue();
  }

  @Test
  void operationsThatATypeDoesNotHave() {
    List<String> ofFloats =
        List.of(
            "fma",
            "exp",
            "log",
            "sqrt",
            "rsqrt",
            "recip",
            "sin",
            "cos",
            "tanh",
            "sigmoid",
            "erf",
            "gelu",
            "geluTanh",
            "floor",
            "ceil",
            "rint",
            "round",
            "trunc");
    List<String> ofBits = List.of("and", "or", "xor", "not", "shl", "shr", "ushr");
    checkMissing(F32, 1f, ofBits);
    checkMissing(F64, 1.0, ofBits);
    checkMissing(BOOL, true, List.of("shl", "shr", "ushr", "sign", "rem", "mod"));
    checkMissing(I32, 1, ofFloats);
    checkMissing(I64, 1L, ofFloats);
    checkMissing(BOOL, true, ofFloats);
    checkMissing(
        BOOL,
        true,
        List.of("add", "sub", "mul", "div", "max", "min", "abs", "neg", "lt", "le", "gt", "ge"));
  }
}
