package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Softmax and norms: row reductions, stretched operands, a helper that returns a record. */
final class Norms {
  static final double EPSILON = 1e-5;

  private Norms() {}

  record Moments(Tile<F32> mean, Tile<F32> inverseDeviation) {}

  @Inline
  static Moments moments(Tile<F32> x) {
    Tile<F32> mean = x.rowSum().div(x.dim(1));
    Tile<F32> centred = x.sub(mean);
    Tile<F32> variance = centred.mul(centred).rowSum().div(x.dim(1));
    return new Moments(mean, variance.add(EPSILON).rsqrt());
  }

  @InCore
  static void softmax(
      @Shape("rows, columns") Tensor<F32> x, @Shape("rows, columns") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> e = t.sub(t.rowMax()).exp();
    y.store(e.div(e.rowSum()));
  }

  @InCore
  static void layerNorm(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("1, columns") Tensor<F32> gamma,
      @Shape("1, columns") Tensor<F32> beta,
      @Shape("rows, columns") @Out Tensor<F32> y) {
    var t = x.load();
    var m = moments(t);
    y.store(t.sub(m.mean()).mul(m.inverseDeviation()).mul(gamma.load()).add(beta.load()));
  }

  @InCore
  static void rmsNorm(
      @Shape("rows, columns") Tensor<F32> x, @Shape("rows, columns") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    y.store(t.mul(t.mul(t).rowSum().div(x.dim(1)).add(1e-6).rsqrt()));
  }

  /** In place: what is read and what is written is the same memory. */
  @InCore
  static void scaleInPlace(@Shape("?, ?") @InOut Tensor<F32> x) {
    Tile<F32> t = x.load();
    x.store(t.div(t.abs().rowMax().max(1)));
  }
}
