package dev.smalti.collectives;

/**
 * Where {@code AUTO} goes over from one algorithm to another. The values are estimates: of messages
 * that one rank sends one after the other, each of which may wake the other, against steps that all
 * ranks take at once; of reading everything against waiting twice. The tables of {@code
 * -Dbench=collectives} show where they should be.
 *
 * <p>All that {@code AUTO} and {@code CANONICAL} compare is here; what they choose is in their
 * methods.
 */
final class AutoLimits {
  /**
   * All-reduce up to so many elements by mesh: 8 KiB of floats. Every rank reads everything then,
   * which costs less than to wait twice.
   */
  static final int FEW_ELEMENTS = 2048;

  /** All-reduce of more ranks by tree: each message to another rank may wake it. */
  static final int REDUCING_RANKS = 32;

  /** All-gather of more ranks by recursive doubling, for the same reason. */
  static final int GATHERING_RANKS = 32;

  /** Broadcast to more ranks by tree: the root alone would be busy for longer. */
  static final int RECEIVING_RANKS = 7;

  /**
   * Broadcast of more elements by mesh after all: 1 MiB of floats. To copy takes longer than to
   * wake all ranks then, and all copy from one place, which stays in the cache that processors
   * share. By tree, and by double tree, each copies from another place.
   */
  static final int RECEIVED_ELEMENTS = 262_144;

  /** Barrier of more ranks by a counter at one: their square is too many credits. */
  static final int MEETING_RANKS = 16;

  private AutoLimits() {}
}
