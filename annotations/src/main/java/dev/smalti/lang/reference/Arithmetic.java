package dev.smalti.lang.reference;

/**
 * The operations on the elements of one type, computed in that type. No operation contracts a
 * product and a sum; {@link #fma} alone rounds once.
 *
 * <p>{@code F32} and {@code F64} follow IEEE 754, rounding to nearest, ties to even; subnormal
 * numbers are kept; which NaN a result is, is not defined. {@code F16} and {@code BF16} are
 * computed in {@code F32}, and every result is rounded again, to nearest even. Integers wrap;
 * {@code I8}, {@code I16} and {@code U8} are computed in {@code I32}, of which the lower bits stay.
 * {@code BOOL} has {@link #eq}, {@link #ne}, {@link #and}, {@link #or}, {@link #xor}, {@link #not},
 * scalars and casts only. An operation that a type does not have throws {@link
 * IllegalArgumentException}.
 *
 * @param <E> the Java type of an element: {@link Double}, {@link Long} or {@link Boolean}, {@link
 *     Float} for the other floats, {@link Integer} for the other integers
 */
public sealed interface Arithmetic<E>
    permits HalfArithmetic,
        FloatArithmetic,
        DoubleArithmetic,
        IntElements,
        LongArithmetic,
        BooleanArithmetic {

  /**
   * Of {@code F16}.
   *
   * @return operations in float, narrowed
   */
  static Arithmetic<Float> f16() {
    return HalfArithmetic.F16;
  }

  /**
   * Of {@code BF16}.
   *
   * @return operations in float, narrowed
   */
  static Arithmetic<Float> bf16() {
    return HalfArithmetic.BF16;
  }

  /**
   * Of {@code F32}.
   *
   * @return operations in float
   */
  static Arithmetic<Float> f32() {
    return FloatArithmetic.F32;
  }

  /**
   * Of {@code F64}.
   *
   * @return operations in double
   */
  static Arithmetic<Double> f64() {
    return DoubleArithmetic.F64;
  }

  /**
   * Of {@code I8}.
   *
   * @return operations in int, narrowed
   */
  static Arithmetic<Integer> i8() {
    return NarrowArithmetic.I8;
  }

  /**
   * Of {@code I16}.
   *
   * @return operations in int, narrowed
   */
  static Arithmetic<Integer> i16() {
    return NarrowArithmetic.I16;
  }

  /**
   * Of {@code I32}.
   *
   * @return operations in int
   */
  static Arithmetic<Integer> i32() {
    return IntArithmetic.I32;
  }

  /**
   * Of {@code I64}.
   *
   * @return operations in long
   */
  static Arithmetic<Long> i64() {
    return LongArithmetic.I64;
  }

  /**
   * Of {@code U8}.
   *
   * @return operations in int, narrowed
   */
  static Arithmetic<Integer> u8() {
    return NarrowArithmetic.U8;
  }

  /**
   * Of {@code BOOL}.
   *
   * @return what there is for truth values
   */
  static Arithmetic<Boolean> bool() {
    return BooleanArithmetic.BOOL;
  }

  /**
   * The sum. Integers wrap.
   *
   * @param a left
   * @param b right
   * @return {@code a + b}
   */
  default E add(E a, E b) {
    throw missing("add");
  }

  /**
   * The difference. Integers wrap.
   *
   * @param a left
   * @param b right
   * @return {@code a - b}
   */
  default E sub(E a, E b) {
    throw missing("sub");
  }

  /**
   * The product. Integers wrap.
   *
   * @param a left
   * @param b right
   * @return {@code a * b}
   */
  default E mul(E a, E b) {
    throw missing("mul");
  }

  /**
   * The quotient. Integers truncate towards zero, and the least one divided by -1 is itself.
   *
   * @param a left
   * @param b right
   * @return {@code a / b}
   * @throws ArithmeticException if an integer is divided by 0
   */
  default E div(E a, E b) {
    throw missing("div");
  }

  /**
   * What a division that truncates leaves, with the sign of the dividend: Java's {@code %}, exact.
   *
   * @param a left
   * @param b right
   * @return {@code a % b}
   * @throws ArithmeticException if an integer is divided by 0
   */
  default E rem(E a, E b) {
    throw missing("rem");
  }

  /**
   * What a division that rounds down leaves, with the sign of the divisor: {@link #rem}, and where
   * it is not 0 and its sign differs from that of b, plus b (which rounds, in floats).
   *
   * @param a left
   * @param b right
   * @return {@code a} modulo {@code b}
   * @throws ArithmeticException if an integer is divided by 0
   */
  default E mod(E a, E b) {
    throw missing("mod");
  }

  /**
   * The greater one. A NaN on either side gives NaN, and -0 is less than +0.
   *
   * @param a left
   * @param b right
   * @return the maximum
   */
  default E max(E a, E b) {
    throw missing("max");
  }

  /**
   * The smaller one. A NaN on either side gives NaN, and -0 is less than +0.
   *
   * @param a left
   * @param b right
   * @return the minimum
   */
  default E min(E a, E b) {
    throw missing("min");
  }

  /**
   * One product more in a sum of products: with one rounding for floats, wrapping for integers.
   *
   * @param a a factor
   * @param b the other factor
   * @param sum what the product is added to
   * @return {@code a * b + sum}
   */
  default E multiplyAdd(E a, E b, E sum) {
    return add(mul(a, b), sum);
  }

  /**
   * Product and sum with one rounding. Floats only.
   *
   * @param a left factor
   * @param b right factor
   * @param c what is added
   * @return {@code a * b + c}
   */
  default E fma(E a, E b, E c) {
    throw missing("fma");
  }

  /**
   * The exponential, as {@link Exponential} says. Floats only.
   *
   * @param a argument
   * @return e to the power of a
   */
  default E exp(E a) {
    throw missing("exp");
  }

  /**
   * The natural logarithm, as {@link Logarithm} says. Floats only.
   *
   * @param a argument
   * @return the logarithm
   */
  default E log(E a) {
    throw missing("log");
  }

  /**
   * The square root, correctly rounded. Floats only; of a negative number it is NaN, of -0 it is
   * -0.
   *
   * @param a argument
   * @return the root
   */
  default E sqrt(E a) {
    throw missing("sqrt");
  }

  /**
   * {@code 1 / sqrt(a)}: the root is rounded, then the quotient; at most 1.5 ulp from the true
   * value. Floats only; of 0 it is infinite with the sign of the 0.
   *
   * @param a argument
   * @return the inverse of the root
   */
  default E rsqrt(E a) {
    throw missing("rsqrt");
  }

  /**
   * {@code 1 / a}, correctly rounded. Floats only.
   *
   * @param a argument
   * @return the inverse
   */
  default E recip(E a) {
    throw missing("recip");
  }

  /**
   * The sine, as {@link Trigonometry} says. Floats only.
   *
   * @param a argument
   * @return the value
   */
  default E sin(E a) {
    throw missing("sin");
  }

  /**
   * The cosine, as {@link Trigonometry} says. Floats only.
   *
   * @param a argument
   * @return the value
   */
  default E cos(E a) {
    throw missing("cos");
  }

  /**
   * The hyperbolic tangent, as {@link HyperbolicTangent} says. Floats only.
   *
   * @param a argument
   * @return the value
   */
  default E tanh(E a) {
    throw missing("tanh");
  }

  /**
   * The logistic function, as {@link HyperbolicTangent} says. Floats only.
   *
   * @param a argument
   * @return the value
   */
  default E sigmoid(E a) {
    throw missing("sigmoid");
  }

  /**
   * The error function, as {@link ErrorFunction} says. Floats only.
   *
   * @param a argument
   * @return the value
   */
  default E erf(E a) {
    throw missing("erf");
  }

  /**
   * The Gaussian error linear unit, as {@link ErrorFunction} says. Floats only.
   *
   * @param a argument
   * @return the value
   */
  default E gelu(E a) {
    throw missing("gelu");
  }

  /**
   * Its approximation with a tangent, as {@link ErrorFunction} says. Floats only.
   *
   * @param a argument
   * @return the value
   */
  default E geluTanh(E a) {
    throw missing("geluTanh");
  }

  /**
   * The greatest whole number that is not greater. Floats only; the sign stays.
   *
   * @param a argument
   * @return the whole number
   */
  default E floor(E a) {
    throw missing("floor");
  }

  /**
   * The least whole number that is not less. Floats only; the sign stays.
   *
   * @param a argument
   * @return the whole number
   */
  default E ceil(E a) {
    throw missing("ceil");
  }

  /**
   * The nearest whole number, of two equally near the even one. Floats only; the sign stays.
   *
   * @param a argument
   * @return the whole number
   */
  default E rint(E a) {
    throw missing("rint");
  }

  /**
   * The nearest whole number, of two equally near the one away from 0. Floats only; the sign stays.
   *
   * @param a argument
   * @return the whole number
   */
  default E round(E a) {
    throw missing("round");
  }

  /**
   * The number without its fraction. Floats only; the sign stays.
   *
   * @param a argument
   * @return the whole number
   */
  default E trunc(E a) {
    throw missing("trunc");
  }

  /**
   * -1, 0 or 1 as the number is negative, 0 or positive. NaN and zeros stay as they are.
   *
   * @param a argument
   * @return the sign
   */
  default E sign(E a) {
    throw missing("sign");
  }

  /**
   * The magnitude. The least integer stays as it is; of -0 it is +0.
   *
   * @param a argument
   * @return {@code |a|}
   */
  default E abs(E a) {
    throw missing("abs");
  }

  /**
   * The negation. The least integer stays as it is; of 0 it is -0.
   *
   * @param a argument
   * @return {@code -a}
   */
  default E neg(E a) {
    throw missing("neg");
  }

  /**
   * Both, bit by bit. Integers and {@code BOOL}.
   *
   * @param a left
   * @param b right
   * @return {@code a & b}
   */
  default E and(E a, E b) {
    throw missing("and");
  }

  /**
   * At least one, bit by bit. Integers and {@code BOOL}.
   *
   * @param a left
   * @param b right
   * @return {@code a | b}
   */
  default E or(E a, E b) {
    throw missing("or");
  }

  /**
   * One of both, bit by bit. Integers and {@code BOOL}.
   *
   * @param a left
   * @param b right
   * @return {@code a ^ b}
   */
  default E xor(E a, E b) {
    throw missing("xor");
  }

  /**
   * The complement, bit by bit. Integers and {@code BOOL}.
   *
   * @param a argument
   * @return {@code ~a}
   */
  default E not(E a) {
    throw missing("not");
  }

  /**
   * The bits moved to higher places. Integers only; of the distance the low bits count: 3 of I8 and
   * U8, 4 of I16, 5 of I32, 6 of I64.
   *
   * @param a left
   * @param b right
   * @return {@code a << b}
   */
  default E shl(E a, E b) {
    throw missing("shl");
  }

  /**
   * The bits moved to lower places, the sign follows; U8 has none, zeros follow. Integers only; the
   * distance as in {@link #shl}.
   *
   * @param a left
   * @param b right
   * @return {@code a >> b}
   */
  default E shr(E a, E b) {
    throw missing("shr");
  }

  /**
   * The bits moved to lower places, zeros follow. Integers only; the distance as in {@link #shl}.
   *
   * @param a left
   * @param b right
   * @return {@code a >>> b}
   */
  default E ushr(E a, E b) {
    throw missing("ushr");
  }

  /**
   * Less. False with a NaN.
   *
   * @param a left
   * @param b right
   * @return {@code a < b}
   */
  default boolean lt(E a, E b) {
    throw missing("lt");
  }

  /**
   * Less or equal. False with a NaN.
   *
   * @param a left
   * @param b right
   * @return {@code a <= b}
   */
  default boolean le(E a, E b) {
    throw missing("le");
  }

  /**
   * Greater. False with a NaN.
   *
   * @param a left
   * @param b right
   * @return {@code a > b}
   */
  default boolean gt(E a, E b) {
    throw missing("gt");
  }

  /**
   * Greater or equal. False with a NaN.
   *
   * @param a left
   * @param b right
   * @return {@code a >= b}
   */
  default boolean ge(E a, E b) {
    throw missing("ge");
  }

  /**
   * Equal. False with a NaN; -0 equals +0.
   *
   * @param a left
   * @param b right
   * @return {@code a == b}
   */
  boolean eq(E a, E b);

  /**
   * Not equal. True with a NaN.
   *
   * @param a left
   * @param b right
   * @return {@code a != b}
   */
  default boolean ne(E a, E b) {
    return !eq(a, b);
  }

  /**
   * A scalar operand, rounded to the element type.
   *
   * @param value what the user wrote
   * @return the element
   * @throws IllegalArgumentException if elements are no floats
   */
  E scalar(double value);

  /**
   * A scalar operand, rounded to the element type; {@code BOOL} takes 0 and 1.
   *
   * @param value what the user wrote
   * @return the element
   * @throws ArithmeticException if an integer element cannot hold it
   */
  E scalar(long value);

  /**
   * An element of any type, converted as Java converts: to a narrower float it is rounded, from
   * float to integer it is truncated and saturated to the range of this type, and NaN gives 0; from
   * integer to integer it wraps. To {@code BOOL} it is whether the element differs from 0 (NaN
   * does), from {@code BOOL} it is 0 or 1.
   *
   * @param element a {@link Float}, {@link Double}, {@link Integer}, {@link Long} or {@link
   *     Boolean}
   * @return the element in this type
   */
  E cast(Object element);

  private IllegalArgumentException missing(String operation) {
    String advice =
        switch (this) {
          case BooleanArithmetic _ -> "; cast to a type of numbers";
          case NarrowArithmetic _, IntArithmetic _, LongArithmetic _ -> "; cast to F32 or F64";
          case HalfArithmetic _, FloatArithmetic _, DoubleArithmetic _ -> "; cast to I32 or I64";
        };
    return new IllegalArgumentException(this + " has no " + operation + advice);
  }
}
