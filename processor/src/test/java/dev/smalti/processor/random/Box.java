package dev.smalti.processor.random;

/** The shape of a tile: rows of the kernel or one, columns of the kernel or one. */
enum Box {
  FULL(true, true),
  ROW(false, true),
  COLUMN(true, false),
  ONE(false, false);

  private final boolean rows;
  private final boolean columns;

  Box(boolean rows, boolean columns) {
    this.rows = rows;
    this.columns = columns;
  }

  static Box of(boolean rows, boolean columns) {
    return rows ? columns ? FULL : COLUMN : columns ? ROW : ONE;
  }

  boolean hasRows() {
    return rows;
  }

  boolean hasColumns() {
    return columns;
  }

  Box stretched(Box other) {
    return of(rows || other.rows, columns || other.columns);
  }

  /** A shape whose axes are these or 1. */
  String shape(String rows, String columns) {
    return "shape(" + (this.rows ? rows : "1") + ", " + (this.columns ? columns : "1") + ")";
  }
}
