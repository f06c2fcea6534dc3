package dev.smalti.bench.kernel;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Each row divided by its size, or centred and divided by its deviation. */
final class RowNorms {
  static final double EPSILON = 1e-5;

  private RowNorms() {}

  @InCore
  static void rmsNorm(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("1, columns") Tensor<F32> weight,
      @Shape("rows, columns") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> square = t.mul(t).rowSum().div(x.dim(1));
    y.store(t.mul(square.add(EPSILON).sqrt().recip()).mul(weight.load()));
  }

  @InCore
  static void layerNorm(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("1, columns") Tensor<F32> weight,
      @Shape("1, columns") Tensor<F32> bias,
      @Shape("rows, columns") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> centred = t.sub(t.rowSum().div(x.dim(1)));
    Tile<F32> variance = centred.mul(centred).rowSum().div(x.dim(1));
    Tile<F32> norm = centred.mul(variance.add(EPSILON).sqrt().recip());
    y.store(norm.fma(weight.load(), bias.load()));
  }
}
