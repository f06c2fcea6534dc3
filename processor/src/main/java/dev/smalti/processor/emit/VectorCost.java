package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Tile;

/**
 * How much of a method HotSpot's first compiler can hold. It takes in every method of the Vector
 * API, and where that needs more virtual registers than it has, it gives up: the method then stays
 * in a slow form for ever, in which each vector is an object, if it happened to be in its second
 * tier at that time. A method that stays below {@link #LIMIT} is never given up.
 *
 * <p>Measured with {@code -XX:TieredStopAtLevel=3} on JDK 25, on methods with one kind of access
 * only: each fails at about 1000 divided by its cost. The test {@code FirstCompilerTest} shows that
 * no generated method is given up.
 */
final class VectorCost {
  /** What a method may cost; a tenth below what was measured. */
  static final int LIMIT = 900;

  /** A mask for what is left at the end of a row. */
  static final int MASK = 90;

  /** An operation on whole vectors. */
  static final int OPERATION = 4;

  private VectorCost() {}

  /**
   * Whether the most expensive loop over a value, the one under a mask, is not too much.
   *
   * @param rows how many rows it reads
   * @param heap whether they are arrays
   */
  static boolean fits(Tile value, int rows, boolean heap) {
    return rows * read(heap, true) + MASK + write(heap, true) + operations(value) <= LIMIT;
  }

  /**
   * Whether a loop that folds a value is not too much.
   *
   * @param rows how many rows it reads
   * @param heap whether they are arrays
   * @param vectors how many it folds a round
   */
  static boolean foldFits(Tile value, int rows, boolean heap, int vectors) {
    int operations = operations(value) + OPERATION;
    int strand = read(true, false) + write(true, false);
    int round = vectors * (rows * read(heap, false) + operations + strand);
    return round + rows * read(heap, true) + MASK + operations + strand <= LIMIT;
  }

  /**
   * Whether a round of several vectors is not too much, whatever memory it reads and writes.
   *
   * @param rows how many rows it reads
   * @param vectors how many it computes
   */
  static boolean roundFits(Tile value, int rows, int vectors) {
    return vectors * (rows * read(false, false) + write(false, false) + operations(value)) <= LIMIT;
  }

  /** What the operations on one vector cost. */
  static int operations(Tile value) {
    return OPERATION * VectorSupport.weight(value);
  }

  /** A vector that is read. */
  static int read(boolean heap, boolean masked) {
    if (masked) {
      return heap ? 97 : 165;
    }
    return heap ? 14 : 22;
  }

  /** A vector that is written. */
  static int write(boolean heap, boolean masked) {
    if (masked) {
      return heap ? 61 : 85;
    }
    return heap ? 8 : 22;
  }
}
