package dev.smalti.collectives;

import dev.smalti.lang.*;

/**
 * Ranks as a power of two: if there are {@code rest} more, each of the first {@code rest} pairs
 * counts as one, for which its second rank acts.
 */
final class Powers {
  private Powers() {}

  /** The greatest power of two that is not above. */
  @Inline
  static int below(int ranks) {
    int power = 1;
    while (power <= ranks / 2) {
      power *= 2;
    }
    return power;
  }

  /** Whether another rank acts for this one. */
  @Inline
  static boolean isHandedOver(int rank, int rest) {
    return rank < 2 * rest && rank % 2 == 0;
  }

  /** The number of a rank that acts. */
  @Inline
  static int number(int rank, int rest) {
    return rank < 2 * rest ? rank / 2 : rank - rest;
  }

  /** The rank that acts under a number. */
  @Inline
  static int rank(int number, int rest) {
    return number < rest ? 2 * number + 1 : number + rest;
  }

  /** The first rank that a number stands for. */
  @Inline
  static int start(int number, int rest) {
    return number < rest ? 2 * number : number + rest;
  }
}
