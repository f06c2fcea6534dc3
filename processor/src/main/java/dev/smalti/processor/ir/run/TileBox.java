package dev.smalti.processor.ir.run;

/** The extents of a tile, now. */
record TileBox(long rows, long columns, long validRows, long validColumns) {
  TileBox {
    if (rows < 1 || columns < 1) {
      throw new Violation("a tile of [%d, %d]; an extent is at least 1".formatted(rows, columns));
    }
    if (validRows < 0 || validRows > rows || validColumns < 0 || validColumns > columns) {
      throw new Violation(
          "a tile of [%d, %d] cannot have [%d, %d] valid elements"
              .formatted(rows, columns, validRows, validColumns));
    }
    if (validRows * validColumns > Integer.MAX_VALUE
        || validRows > Integer.MAX_VALUE
        || validColumns > Integer.MAX_VALUE) {
      throw new Violation(
          "a tile of [%d, %d] valid elements is too large".formatted(validRows, validColumns));
    }
  }

  /** The extents of what stands for a tile in a frame. */
  static TileBox of(Object tile) {
    return switch (tile) {
      case TileValue value -> value.box();
      case TileBox box -> box;
      default -> throw new Violation("a tile is needed, not " + tile);
    };
  }

  static TileBox of(long rows, long columns) {
    return new TileBox(rows, columns, rows, columns);
  }

  int count() {
    return Math.toIntExact(validRows * validColumns);
  }

  /** The box of an element-wise result; an axis of one valid element stretches. */
  TileBox stretchedWith(TileBox other) {
    if (!fits(rows, validRows, other.rows, other.validRows)
        || !fits(columns, validColumns, other.columns, other.validColumns)) {
      throw new Violation("the operands differ: " + this + " and " + other);
    }
    TileBox tall = rows == 1 && validRows == 1 ? other : this;
    TileBox wide = columns == 1 && validColumns == 1 ? other : this;
    return new TileBox(tall.rows, wide.columns, tall.validRows, wide.validColumns);
  }

  private static boolean fits(long a, long validA, long b, long validB) {
    return a == b && validA == validB || a == 1 && validA == 1 || b == 1 && validB == 1;
  }

  @Override
  public String toString() {
    boolean full = rows == validRows && columns == validColumns;
    return "[%d, %d]".formatted(rows, columns)
        + (full ? "" : " with [%d, %d] valid".formatted(validRows, validColumns));
  }
}
