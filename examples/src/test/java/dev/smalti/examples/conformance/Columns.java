package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Column reductions and operands that stretch in either direction. */
final class Columns {
  private Columns() {}

  @InCore
  static void summary(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("3, columns") @Out Tensor<F32> ofColumns,
      @Shape("rows, 3") @Out Tensor<F32> ofRows) {
    Tile<F32> t = x.load();
    ofColumns.store(t.colSum(), at(0, 0));
    ofColumns.store(t.colMax(), at(1, 0));
    ofColumns.store(t.colMin(), at(2, 0));
    ofRows.store(t.rowSum(), at(0, 0));
    ofRows.store(t.rowMax(), at(0, 1));
    ofRows.store(t.rowMin(), at(0, 2));
  }

  /** Both kinds of reduction in one expression; nothing can be taken apart into rows. */
  @InCore
  static void centre(
      @Shape("rows, columns") Tensor<F32> x, @Shape("rows, columns") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> ofColumns = t.colSum().div(t.dim(0));
    Tile<F32> ofRows = t.rowSum().div(t.dim(1));
    Tile<F32> all = ofColumns.rowSum().div(t.dim(1));
    y.store(t.sub(ofColumns).sub(ofRows).add(all));
  }

  @InCore
  static void outer(
      @Shape("rows, 1") Tensor<F64> a,
      @Shape("1, columns") Tensor<F64> b,
      @Shape("rows, columns") @Out Tensor<F64> y) {
    y.store(a.load().mul(b.load()).fma(a.load(), b.load()));
  }
}
