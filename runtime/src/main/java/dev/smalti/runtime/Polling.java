package dev.smalti.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Notices that a rank reads cells again and again and sees no change, whatever cells it goes
 * through. One read is kept in mind; when it comes again with the same value, a round was in vain.
 * Which read that is moves on after 1, 2, 4, ... others, so that a round of any length is found
 * (Brent's way to find a cycle), and one long walk over many cells is none. Only the rank's thread
 * uses it.
 */
final class Polling {
  /** Longer rounds count as in vain whether something changed or not: others must run at last. */
  private static final int LONGEST = 1 << 16;

  private @Nullable Object signal;
  private int cell;
  private int value;
  private int since;
  private int limit;
  private long rounds;

  Polling() {
    clear();
  }

  void clear() {
    signal = null;
    since = 0;
    limit = 1;
    rounds = 0;
  }

  /** The rank has read a cell. */
  void sees(Object of, int number, int held) {
    since++;
    if (of == signal && number == cell) {
      rounds = held == value ? rounds + 1 : 0;
      value = held;
      since = 0;
    } else if (since >= limit) {
      rounds = limit == LONGEST ? rounds + 1 : 0;
      limit = Math.min(2 * limit, LONGEST);
      signal = of;
      cell = number;
      value = held;
      since = 0;
    }
  }

  /** Whether the last read ended a round that was in vain. */
  boolean endsRound() {
    return since == 0 && rounds > 0;
  }

  /** How many rounds in a row were in vain. */
  long rounds() {
    return rounds;
  }
}
