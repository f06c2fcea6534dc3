package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/** A linear layer with its activation: one kernel, the product as a whole is never stored. */
final class FusedLinear {
  @InCore
  static void gelu(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> weights,
      @Shape("1, n") Tensor<F32> bias,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().matmul(weights.load()).add(bias.load()).gelu());
  }

  @InCore
  static void relu(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> weights,
      @Shape("1, n") Tensor<F32> bias,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().matmul(weights.load()).add(bias.load()).relu());
  }

  public static void main(String[] args) {
    int m = 33;
    int k = 77;
    int n = 130;
    float[] x = Inputs.uniform(1, m * k);
    float[] weights = Inputs.weights(2, k, n);
    float[] bias = Inputs.uniform(3, n);
    float[] y = Inputs.unwritten(m * n);
    FusedLinearKernels.gelu(
        Tensor.of(x, m, k), Tensor.of(weights, k, n), Tensor.of(bias, 1, n), Tensor.of(y, m, n));
    Reference.linearGelu(x, weights, bias).compare("gelu(x w + b), [33, 77] [77, 130]", y);

    float[] z = Inputs.unwritten(m * n);
    FusedLinearKernels.relu(
        Tensor.of(x, m, k), Tensor.of(weights, k, n), Tensor.of(bias, 1, n), Tensor.of(z, m, n));
    Reference.linearRelu(x, weights, bias).compare("relu(x w + b), [33, 77] [77, 130]", z);
    System.out.println("OK");
  }
}
