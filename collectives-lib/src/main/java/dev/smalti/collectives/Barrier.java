package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Barrier: no rank passes before all have come, and what they wrote before is visible then. A
 * signal has at least one cell a rank, see {@link Credits}.
 */
public final class Barrier {
  private Barrier() {}

  /** By the number of ranks. */
  @Inline
  public static void auto(Signal signal) {
    if (signal.ranks() > AutoLimits.MEETING_RANKS) {
      central(signal);
    } else {
      mesh(signal);
    }
  }

  /** Every rank gives a credit to every other. */
  @Inline
  public static void mesh(Signal signal) {
    Credits.meet(signal);
  }

  /**
   * In step i every rank gives a credit to the one 2^i behind it and takes one of the one 2^i
   * before it, up to the number of ranks.
   */
  @Inline
  public static void recursiveDoubling(Signal signal) {
    int me = signal.rank();
    int ranks = signal.ranks();
    int distance = 1;
    while (distance < ranks) {
      Credits.give(signal, (me + distance) % ranks);
      Credits.take(signal, (me + ranks - distance) % ranks);
      distance *= 2;
    }
  }

  /** Along a binomial tree to rank 0, and back. */
  @Inline
  public static void tree(Signal signal) {
    int me = signal.rank();
    int ranks = signal.ranks();
    int distance = 1;
    while (distance < ranks && me / distance % 2 == 0) {
      if (me + distance < ranks) {
        Credits.take(signal, me + distance);
      }
      distance *= 2;
    }
    if (me > 0) {
      Credits.give(signal, me - distance);
      Credits.take(signal, me - distance);
    }
    distance /= 2;
    while (distance > 0) {
      if (me + distance < ranks) {
        Credits.give(signal, me + distance);
      }
      distance /= 2;
    }
  }

  /** Rank 0 counts the ranks that have come, in the cell that no peer gives credits in. */
  @Inline
  public static void central(Signal signal) {
    int ranks = signal.ranks();
    if (signal.rank() == 0) {
      signal.await(at(0), GE, ranks - 1);
      signal.notify(0, at(0), ADD, 1 - ranks);
      for (int peer : range(1, ranks)) {
        Credits.give(signal, peer);
      }
    } else {
      signal.notify(0, at(0));
      Credits.take(signal, 0);
    }
  }
}
