package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/** The part of a layer that treats each token by itself: wider, through an activation, and back. */
final class FeedForward {
  @InCore
  static void opened(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> up,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().matmul(up.load()).gelu());
  }

  /** {@code silu(x gate) * (x up)}, where silu(g) is {@code g * sigmoid(g)}. */
  @InCore
  static void gated(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> gate,
      @Shape("k, n") Tensor<F32> up,
      @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> g = t.matmul(gate.load());
    y.store(g.mul(g.sigmoid()).mul(t.matmul(up.load())));
  }

  @InCore
  static void product(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> weights,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().matmul(weights.load()));
  }

  @Jit
  static void gelu(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> up,
      @Shape("n, k") Tensor<F32> down,
      @Shape("m, k") @Out Tensor<F32> y) {
    Tensor<F32> inner = Tensor.undefined(F32, shape(x.dim(0), up.dim(1)));
    opened(x, up, inner);
    product(inner, down, y);
  }

  @Jit
  static void swiglu(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> gate,
      @Shape("k, n") Tensor<F32> up,
      @Shape("n, k") Tensor<F32> down,
      @Shape("m, k") @Out Tensor<F32> y) {
    Tensor<F32> inner = Tensor.undefined(F32, shape(x.dim(0), up.dim(1)));
    gated(x, gate, up, inner);
    product(inner, down, y);
  }

  public static void main(String[] args) {
    int m = 9;
    int k = 77;
    int n = 201;
    float[] x = Inputs.uniform(1, m * k);
    float[] gate = Inputs.weights(2, k, n);
    float[] up = Inputs.weights(3, k, n);
    float[] down = Inputs.weights(4, n, k);
    float[] y = Inputs.unwritten(m * k);
    FeedForwardKernels.gelu(
        Tensor.of(x, m, k), Tensor.of(up, k, n), Tensor.of(down, n, k), Tensor.of(y, m, k));
    Reference.feedForwardGelu(x, up, down, m).compare("gelu, [9, 77] by 201", y);

    float[] z = Inputs.unwritten(m * k);
    FeedForwardKernels.swiglu(
        Tensor.of(x, m, k),
        Tensor.of(gate, k, n),
        Tensor.of(up, k, n),
        Tensor.of(down, n, k),
        Tensor.of(z, m, k));
    Reference.feedForwardSwiglu(x, gate, up, down, m).compare("swiglu, [9, 77] by 201", z);
    System.out.println("OK");
  }
}
