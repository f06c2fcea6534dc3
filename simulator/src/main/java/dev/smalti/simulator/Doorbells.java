package dev.smalti.simulator;

import dev.smalti.runtime.pool.Relation;

/**
 * What each rank sleeps for, so that a notify wakes exactly who waits for it.
 *
 * <p>A sleeper publishes what it wants, then reads the cell once more, then sleeps. A notifier
 * changes the cell, then reads what the owner wants. All four are volatile accesses, so they have
 * one order: either the notifier sees the wish, or the sleeper sees the new value. A release store
 * instead would not do: the read behind it might come first. What a notifier reads may be of a wish
 * that is over; then the present wish was published after that read, and its owner sees the value
 * by itself.
 */
final class Doorbells {
  private static final int CELL = 0;
  private static final int WANTED = 1;
  static final long AWAKE = 0;
  private static final long EQUAL = 1L << 32;

  /** Sleeps for whatever cell of its own changes. */
  static final long ANY = -1;

  private final PaddedLongs words;

  Doorbells(int ranks) {
    words = new PaddedLongs(ranks);
  }

  /** A cell among all cells of a pool; never {@link #AWAKE}. */
  static long key(int cells, int cell) {
    return (cells + 1L) << 32 | cell;
  }

  /** The rank wants this of a cell of its own, and is about to sleep. */
  void publish(int rank, long key, Relation relation, int value) {
    words.set(
        rank, WANTED, Integer.toUnsignedLong(value) | (relation == Relation.EQUAL ? EQUAL : 0));
    words.set(rank, CELL, key);
  }

  /** The rank wants to look again when any cell of its own has changed, and is about to sleep. */
  void publishAny(int rank) {
    words.set(rank, CELL, ANY);
  }

  /**
   * What has to be taken of a rank whose cell has become this value: the key if the rank sleeps for
   * that, {@link #ANY} if it sleeps for any change, or nothing.
   */
  long wanted(int rank, long key, int held) {
    long word = words.get(rank, CELL);
    return word == ANY || (word == key && satisfied(rank, held)) ? word : AWAKE;
  }

  /** Whether this value is what the rank wants. */
  boolean satisfied(int rank, int held) {
    long wanted = words.get(rank, WANTED);
    Relation relation = (wanted & EQUAL) != 0 ? Relation.EQUAL : Relation.AT_LEAST;
    return relation.holds(held, (int) wanted);
  }

  boolean asleep(int rank) {
    return words.get(rank, CELL) != AWAKE;
  }

  boolean asleepFor(int rank, long key) {
    return words.get(rank, CELL) == key;
  }

  /** What the rank sleeps for, to be taken with {@link #take}. */
  long sleepsFor(int rank) {
    return words.get(rank, CELL);
  }

  /** Takes the rank out of its sleep; only one caller succeeds, and has to wake it. */
  boolean take(int rank, long key) {
    return key != AWAKE && words.compareAndSet(rank, CELL, key, AWAKE);
  }
}
