package dev.smalti.processor.device;

import dev.smalti.processor.ir.Origin;

/**
 * A piece of a memory that is needed for some time.
 *
 * @param name of the tile, with what part of it this is if it is not all
 * @param shape {@code [16, 1024]}; empty for a ring of slots
 * @param type the element type; empty for a ring of slots
 * @param bytes what it takes, with what the layout adds
 * @param space where
 * @param life when
 * @param origin of what needs it first
 */
record Buffer(
    String name, String shape, String type, long bytes, Space space, Life life, Origin origin) {

  /**
   * From which moment to which, both included. A statement has two: at {@code 2 n} the statement n
   * reads, at {@code 2 n + 1} it writes.
   *
   * @param from the first
   * @param to the last
   */
  record Life(int from, int to) {
    boolean overlaps(Life other) {
      return from <= other.to && other.from <= to;
    }

    boolean contains(int moment) {
      return from <= moment && moment <= to;
    }

    /** Whether the one ends with the read of the statement that makes the other. */
    boolean touches(Life other) {
      return to + 1 == other.from || other.to + 1 == from;
    }

    Life and(Life other) {
      return new Life(Math.min(from, other.from), Math.max(to, other.to));
    }
  }
}
