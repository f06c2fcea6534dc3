package dev.smalti.lang.reference;

/**
 * The operations on the elements of one type, computed in that type. No operation contracts a
 * product and a sum; {@link #fma} alone rounds once.
 *
 * <p>{@code F32} and {@code F64} follow IEEE 754, rounding to nearest, ties to even; subnormal
 * numbers are kept; which NaN a result is, is not defined. {@code I32} and {@code I64} wrap. {@code
 * BOOL} has {@link #eq}, {@link #ne}, scalars and casts only. An operation that a type does not
 * have throws {@link IllegalArgumentException}.
 *
 * @param <E> the Java type of an element: {@link Float}, {@link Double}, {@link Integer}, {@link
 *     Long} or {@link Boolean}
 */
public sealed interface Arithmetic<E>
    permits FloatArithmetic, DoubleArithmetic, IntArithmetic, LongArithmetic, BooleanArithmetic {

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
   * float to integer it is truncated and saturated and NaN gives 0, to a narrower integer it wraps.
   * To {@code BOOL} it is whether the element differs from 0 (NaN does), from {@code BOOL} it is 0
   * or 1.
   *
   * @param element a {@link Float}, {@link Double}, {@link Integer}, {@link Long} or {@link
   *     Boolean}
   * @return the element in this type
   */
  E cast(Object element);

  private IllegalArgumentException missing(String operation) {
    String advice =
        this instanceof BooleanArithmetic ? "; cast to a type of numbers" : "; cast to F32 or F64";
    return new IllegalArgumentException(this + " has no " + operation + advice);
  }
}
