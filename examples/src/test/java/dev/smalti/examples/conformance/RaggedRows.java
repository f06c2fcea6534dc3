package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Blocks of rows, and of columns, with a last one that is only partly there. */
final class RaggedRows {
  static final int ROWS = 4;
  static final int COLUMNS = 48;

  private RaggedRows() {}

  @InCore
  static void softmax(
      @Shape("rows, columns") Tensor<F32> x, @Shape("rows, columns") @Out Tensor<F32> y) {
    int rows = x.dim(0);
    int columns = x.dim(1);
    for (int r : range(0, rows, ROWS)) {
      int valid = Math.min(ROWS, rows - r);
      Tile<F32> t = x.load(at(r, 0), shape(ROWS, columns), shape(valid, columns));
      Tile<F32> e = t.sub(t.rowMax()).exp();
      y.store(e.div(e.rowSum()), at(r, 0));
    }
  }

  @InCore
  static void columnMeans(
      @Shape("?, columns") Tensor<F32> x, @Shape("1, columns") @Out Tensor<F32> y) {
    int rows = x.dim(0);
    int columns = x.dim(1);
    for (int c : range(0, columns, COLUMNS)) {
      int width = Math.min(COLUMNS, columns - c);
      Tile<F32> sum = Tile.fill(F32, shape(1, width), 0);
      for (int r : range(rows)) {
        sum = sum.add(x.load(at(r, c), shape(1, width)));
      }
      y.store(sum.div(rows), at(0, c));
    }
  }
}
