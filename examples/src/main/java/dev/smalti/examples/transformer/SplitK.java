package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/** A product of few rows and columns and a long inner axis, which several cores share. */
final class SplitK {
  /** The part of the product that one block computes: an even share of the inner axis. */
  @Inline
  static Tile<F32> part(Tensor<F32> a, Tensor<F32> b, int block, int parts) {
    int depth = a.dim(1);
    int from = depth * block / parts;
    int size = depth * (block + 1) / parts - from;
    Tile<F32> left = a.load(at(0, from), shape(a.dim(0), size));
    return left.matmul(b.rows(from, size).load());
  }

  @InCore
  static void store(
      @Shape("m, k") Tensor<F32> a,
      @Shape("k, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> y,
      int block,
      int parts) {
    y.store(part(a, b, block, parts));
  }

  @InCore
  static void add(
      @Shape("m, k") Tensor<F32> a,
      @Shape("k, n") Tensor<F32> b,
      @Shape("m, n") @InOut Tensor<F32> y,
      int block,
      int parts) {
    y.store(part(a, b, block, parts), at(0, 0), ADD);
  }

  @InCore
  static void sum(@Shape("?, m, n") Tensor<F32> products, @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> sum = products.at(0).load();
    for (int p : range(1, products.dim(0))) {
      sum = sum.add(products.at(p).load());
    }
    y.store(sum);
  }

  @InCore
  static void clear(@Shape("?, ?") @Out Tensor<F32> y) {
    y.store(Tile.fill(F32, shape(y.dim(0), y.dim(1)), 0));
  }

  /** The parts are added in order, so that the bits are the same in every run. */
  @Jit
  static void ordered(
      @Shape("m, k") Tensor<F32> a,
      @Shape("k, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> y,
      int parts) {
    Tensor<F32> products = Tensor.undefined(F32, shape(parts, a.dim(0), b.dim(1)));
    spmd(parts, block -> store(a, b, products.at(block), block, parts));
    sum(products, y);
  }

  /** Each part is added when it is done, in any order; no memory but that of the result. */
  @Jit
  static void adding(
      @Shape("m, k") Tensor<F32> a,
      @Shape("k, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> y,
      int parts) {
    clear(y);
    spmd(parts, block -> add(a, b, y, block, parts));
  }

  public static void main(String[] args) {
    int m = 7;
    int k = 1001;
    int n = 13;
    int parts = 4;
    float[] a = Inputs.uniform(1, m * k);
    float[] b = Inputs.weights(2, k, n);
    float[] y = Inputs.unwritten(m * n);
    SplitKKernels.ordered(Tensor.of(a, m, k), Tensor.of(b, k, n), Tensor.of(y, m, n), parts);
    Reference.product(a, b, m).compare("[7, 1001] [1001, 13], added in order", y);

    float[] z = Inputs.unwritten(m * n);
    SplitKKernels.adding(Tensor.of(a, m, k), Tensor.of(b, k, n), Tensor.of(z, m, n), parts);
    Reference.product(a, b, m).compare("[7, 1001] [1001, 13], added in any order", z);
    System.out.println("OK");
  }
}
