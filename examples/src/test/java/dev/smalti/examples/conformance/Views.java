package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Views of tensors, stores that add, and loads that overlap what is stored. */
final class Views {
  private Views() {}

  @InCore
  static void quarters(
      @Shape("2, rows, n") Tensor<F32> x, @Shape("2, rows, n") @InOut Tensor<F32> y) {
    int rows = x.dim(1);
    Tensor<F32> first = x.at(0);
    Tensor<F32> second = x.at(1);
    Tensor<F32> low = y.at(0);
    low.rows(1, rows - 1).store(first.rows(0, rows - 1).load());
    low.row(0).store(second.row(rows - 1).load());
    y.at(1).store(first.load().add(second.load()), at(0, 0), ADD);
    y.at(1, 0).store(Tile.fill(F32, shape(1, 1), 7), at(y.dim(2) - 1));
  }

  /** Every row gets the sum of all rows above it; what was stored is read again. */
  @InCore
  static void prefix(@Shape("?, ?") @InOut Tensor<F32> x) {
    for (int r : range(1, x.dim(0))) {
      x.row(r).store(x.row(r - 1).load(), at(0, 0), ADD);
    }
  }

  /** Loads everything first: a swap of two halves in place. */
  @InCore
  static void swapHalves(@Shape("?, ?") @InOut Tensor<F32> x) {
    int rows = x.dim(0);
    int half = x.dim(1) / 2;
    Tile<F32> left = x.load(at(0, 0), shape(rows, half));
    Tile<F32> right = x.load(at(0, half), shape(rows, half));
    x.store(right, at(0, 0));
    x.store(left, at(0, half));
  }
}
