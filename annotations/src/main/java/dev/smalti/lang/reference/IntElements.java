package dev.smalti.lang.reference;

/**
 * What the types of integers of at most 32 bits have in common: operations of which the result is
 * that of {@code int}, since it never leaves the type that the operands are of.
 */
sealed interface IntElements extends Arithmetic<Integer> permits IntArithmetic, NarrowArithmetic {
  @Override
  default Integer max(Integer a, Integer b) {
    return Math.max(a, b);
  }

  @Override
  default Integer min(Integer a, Integer b) {
    return Math.min(a, b);
  }

  @Override
  default Integer sign(Integer a) {
    return Integer.signum(a);
  }

  @Override
  default Integer rem(Integer a, Integer b) {
    return a % b;
  }

  @Override
  default Integer mod(Integer a, Integer b) {
    return Math.floorMod(a, b);
  }

  @Override
  default Integer and(Integer a, Integer b) {
    return a & b;
  }

  @Override
  default Integer or(Integer a, Integer b) {
    return a | b;
  }

  @Override
  default Integer xor(Integer a, Integer b) {
    return a ^ b;
  }

  @Override
  default boolean lt(Integer a, Integer b) {
    return a < b;
  }

  @Override
  default boolean le(Integer a, Integer b) {
    return a <= b;
  }

  @Override
  default boolean gt(Integer a, Integer b) {
    return a > b;
  }

  @Override
  default boolean ge(Integer a, Integer b) {
    return a >= b;
  }

  @Override
  default boolean eq(Integer a, Integer b) {
    return a.intValue() == b.intValue();
  }
}
