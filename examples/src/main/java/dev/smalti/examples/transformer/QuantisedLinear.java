package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/**
 * A layer of a model with weights of 8 bits: each column of the weights has a scale, and each row
 * of what comes in gets one. The product is one of integers, and exact.
 */
final class QuantisedLinear {
  /** Such that the number of the greatest size in a row becomes 127 or -127. */
  @InCore
  static void quantise(
      @Shape("m, k") Tensor<F32> x,
      @Shape("m, k") @Out Tensor<I8> q,
      @Shape("m, 1") @Out Tensor<F32> scale) {
    Tile<F32> t = x.load();
    Tile<F32> step = t.abs().rowMax().div(127);
    scale.store(step);
    q.store(t.div(step).cast(I8, NEAREST_EVEN));
  }

  @InCore
  static void linear(
      @Shape("m, k") Tensor<I8> x,
      @Shape("m, 1") Tensor<F32> scale,
      @Shape("k, n") Tensor<I8> weights,
      @Shape("1, n") Tensor<F32> scales,
      @Shape("1, n") Tensor<F32> bias,
      @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> product = x.load().matmul(weights.load(), I32).cast(F32);
    y.store(product.mul(scale.load()).mul(scales.load()).add(bias.load()).relu());
  }

  @Jit
  static void layer(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<I8> weights,
      @Shape("1, n") Tensor<F32> scales,
      @Shape("1, n") Tensor<F32> bias,
      @Shape("m, n") @Out Tensor<F32> y) {
    Tensor<I8> q = Tensor.undefined(I8, shape(x.dim(0), x.dim(1)));
    Tensor<F32> scale = Tensor.undefined(F32, shape(x.dim(0), 1));
    quantise(x, q, scale);
    linear(q, scale, weights, scales, bias, y);
  }

  public static void main(String[] args) {
    int m = 33;
    int k = 77;
    int n = 130;
    float[] x = Inputs.uniform(1, m * k);
    byte[] weights = Inputs.bytes(2, k * n);
    float[] scales = Inputs.steps(3, n);
    float[] bias = Inputs.uniform(4, n);
    float[] y = Inputs.unwritten(m * n);
    QuantisedLinearKernels.layer(
        Tensor.of(x, m, k),
        Tensor.of(I8, weights, k, n),
        Tensor.of(scales, 1, n),
        Tensor.of(bias, 1, n),
        Tensor.of(y, m, n));
    Reference.quantisedLayer(x, weights, scales, bias).compare("[33, 77] [77, 130] of 8 bits", y);
    System.out.println("OK");
  }
}
