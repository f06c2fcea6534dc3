package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.UnaryOp;

/**
 * What the steps of an elementary function are written with: {@link ElementaryFunctions} names them
 * once, and they become scalar code or vectors. Every step is one IEEE operation, or one on bits.
 *
 * <p>A value is an expression; {@link #number}, {@link #bits} and {@link #mask} give it a local. A
 * name that is used again is a new value of the same local.
 */
interface Steps {
  /** {@code F32} or {@code F64}. */
  Element element();

  /** A constant of the type; named by the hint where it needs a local. */
  Java constant(double value, String hint);

  /** A constant integer as wide as the type. */
  Java constantBits(long value, String hint);

  Java number(String name, Java value);

  Java bits(String name, Java value);

  Java mask(String name, Java value);

  Java add(Java a, Java b);

  Java sub(Java a, Java b);

  Java mul(Java a, Java b);

  Java div(Java a, Java b);

  /** {@code a * b + c}, rounded once. */
  Java fma(Java a, Java b, Java c);

  Java abs(Java a);

  Java negated(Java a);

  /** The bits of a number. */
  Java bitsOf(Java a);

  /** The number that has bits. */
  Java ofBits(Java a);

  Java and(Java a, Java b);

  Java xor(Java a, Java b);

  Java plusBits(Java a, Java b);

  /** The bits moved to higher places. */
  Java shifted(Java a, int places);

  Java isLess(Java a, Java b);

  Java isGreater(Java a, Java b);

  /** Whether bits are not all 0. */
  Java isAny(Java bits);

  Java select(Java mask, Java yes, Java no);

  /** Another function. */
  Java of(UnaryOp function, Java x);

  /**
   * Sine of {@code a + more pi / 2} where a is too large for the usual steps, and y elsewhere.
   *
   * @param large where that is
   */
  Java turned(Java large, Java a, int more, Java y);
}
