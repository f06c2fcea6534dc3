package dev.smalti.bench.kernel;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Products of matrices. */
final class Products {
  private Products() {}

  @InCore
  static void product(
      @Shape("m, k") Tensor<F32> a,
      @Shape("k, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> c) {
    c.store(a.load().matmul(b.load()));
  }

  /** The rows in two halves, each on a core. */
  @Jit
  static void onTwoCores(
      @Shape("m, k") Tensor<F32> a,
      @Shape("k, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> c) {
    int half = a.dim(0) / 2;
    spmd(2, block -> product(a.rows(block * half, half), b, c.rows(block * half, half)));
  }

  @InCore
  static void productOfF16(
      @Shape("m, k") Tensor<F16> a,
      @Shape("k, n") Tensor<F16> b,
      @Shape("m, n") @Out Tensor<F32> c) {
    c.store(a.load().matmul(b.load(), F32));
  }

  @InCore
  static void productOfBf16(
      @Shape("m, k") Tensor<BF16> a,
      @Shape("k, n") Tensor<BF16> b,
      @Shape("m, n") @Out Tensor<F32> c) {
    c.store(a.load().matmul(b.load(), F32));
  }

  /** A layer: what is added and the activation are done while a block of the product is near. */
  @InCore
  static void linear(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> weights,
      @Shape("1, n") Tensor<F32> bias,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().matmul(weights.load()).add(bias.load()).gelu());
  }
}
