package dev.smalti.lang;

/** Which of its two neighbours a number becomes that a type does not hold, as an argument. */
public enum Rounding {
  /** The nearer one; of two equally near the even one. */
  NEAREST_EVEN,
  /** The nearer one; of two equally near the one farther from 0. */
  HALF_AWAY,
  /** The smaller one. */
  FLOOR,
  /** The greater one. */
  CEIL,
  /** The one nearer to 0. */
  TRUNCATE,
  /**
   * The odd one: of floats that whose last bit is 1. What is rounded to odd may be rounded once
   * more, to a type of at least two bits less, as if it had not been rounded before.
   */
  ODD
}
