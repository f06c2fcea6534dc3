package dev.smalti.processor.ir;

import java.util.Locale;

/**
 * A function of whole tiles, of which an element of the result may come from anywhere. The
 * reference of the language says what each gives.
 */
public enum TileFunction {
  /** Where the greatest element of each row is. */
  ROW_ARG_MAX(1, 0),
  ROW_ARG_MIN(1, 0),
  /** Where the greatest element of each column is. */
  COL_ARG_MAX(1, 0),
  COL_ARG_MIN(1, 0),
  /** Where the greatest elements of each row are, as many as the result has columns. */
  ROW_ARG_TOP(1, 0),
  TRANSPOSE(1, 0),
  /** The same elements, row after row, in another shape. */
  RESHAPE(1, 0),
  /** The box at a position. */
  SLICE(1, 2),
  /** The columns of one behind those of the other. */
  CONCAT(2, 0),
  /** The first, with the second put in at a position. */
  ASSEMBLE(2, 2),
  /** The shape of the result, and a scalar where nothing is valid. */
  PAD(1, 1),
  /** Fewer valid elements. */
  NARROW(1, 0),
  /** Counts from a scalar, row after row. */
  IOTA(0, 1),
  /** Random bits of a key and a counter. */
  RANDOM(0, 2),
  /** Of each row the elements that an index names. The first row has a number, for messages. */
  GATHER(2, 1),
  /** The rows that an index names. The first row has a number, for messages. */
  GATHER_ROWS(2, 1),
  /**
   * The first; in each row, the elements that an index names come from the third. The first row has
   * a number, for messages.
   */
  SCATTER(3, 1),
  /** The first; the rows that an index names come from the third. */
  SCATTER_ROWS(3, 0);

  private final int tiles;
  private final int scalars;

  TileFunction(int tiles, int scalars) {
    this.tiles = tiles;
    this.scalars = scalars;
  }

  /** How many tiles it takes. */
  public int tiles() {
    return tiles;
  }

  /** How many scalars it takes. */
  public int scalars() {
    return scalars;
  }

  /** Whether a row of the result comes from the same row of the operands. */
  public boolean isByRow() {
    return switch (this) {
      case ROW_ARG_MAX, ROW_ARG_MIN, ROW_ARG_TOP, CONCAT, IOTA, GATHER, SCATTER -> true;
      // Where rows stay as they are.
      case PAD, NARROW -> true;
      case COL_ARG_MAX,
          COL_ARG_MIN,
          TRANSPOSE,
          RESHAPE,
          SLICE,
          ASSEMBLE,
          RANDOM,
          GATHER_ROWS,
          SCATTER_ROWS ->
          false;
    };
  }

  /**
   * Whether an operand may be a load, whose elements are read where they are: of those that are
   * gathered few may count.
   */
  public boolean mayRead(int operand) {
    return operand == 0 && (this == GATHER || this == GATHER_ROWS);
  }

  /** The word of the text form. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
