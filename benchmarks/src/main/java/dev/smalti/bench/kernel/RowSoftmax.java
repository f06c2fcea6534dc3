package dev.smalti.bench.kernel;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Each row to probabilities; with one division a row, as the peers do it. */
final class RowSoftmax {
  private RowSoftmax() {}

  @InCore
  static void softmax(
      @Shape("rows, columns") Tensor<F32> x, @Shape("rows, columns") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> e = t.sub(t.rowMax()).exp();
    y.store(e.mul(e.rowSum().recip()));
  }
}
