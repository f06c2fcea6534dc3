package dev.smalti.runtime.pool;

/** What an await waits for. */
public enum Relation {
  /** The cell is at least the value, both signed. */
  AT_LEAST,
  /** The cell is the value. */
  EQUAL;

  /**
   * Whether a cell stands in this relation.
   *
   * @param held what the cell holds
   * @param value what it is compared with
   * @return whether it does
   */
  public boolean holds(int held, int value) {
    return this == AT_LEAST ? held >= value : held == value;
  }
}
