package dev.smalti.lang;

/**
 * The relation in which a cell is to stand to a value. {@link Signal#await(Index, Compare, int)}
 * takes {@link #GE} and {@link #EQ} only; the others are an error there.
 */
public enum Compare {
  /** Equal. */
  EQ,
  /** Not equal. */
  NE,
  /** Less. */
  LT,
  /** Less or equal. */
  LE,
  /** Greater. */
  GT,
  /** Greater or equal. */
  GE;

  /**
   * Whether a cell stands in this relation.
   *
   * @param cell what the cell holds
   * @param wanted what it is compared with
   * @return true if it does
   */
  public boolean holds(long cell, long wanted) {
    return switch (this) {
      case EQ -> cell == wanted;
      case NE -> cell != wanted;
      case LT -> cell < wanted;
      case LE -> cell <= wanted;
      case GT -> cell > wanted;
      case GE -> cell >= wanted;
    };
  }
}
