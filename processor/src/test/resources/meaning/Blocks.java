import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Kernels in blocks: fewer and more than cores, with parts that the block decides. */
public final class Blocks {
  private Blocks() {}

  @InCore
  static void element(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int place,
      double d) {
    double sum = 0;
    for (int i : range(200)) {
      sum = sum * 0.5 + x.read(at(0, (place + i) % 8)) * d;
    }
    y.write(at(0, place), y.read(at(0, place)) + sum + k.readInt(at(0, place)));
  }

  @InCore
  static void scaled(
      @Shape("1, n") Tensor<F32> x, @Shape("1, n") @InOut Tensor<F32> y, double factor) {
    y.store(y.load().add(x.load().mul(factor)));
  }

  @Inline
  static void halves(Tensor<F32> x, Tensor<F32> y, double d) {
    spmd(
        2,
        half -> {
          Tensor<F32> from = x.slice(at(0, 4 * half), shape(1, 4));
          int place = 4 * half;
          scaled(from, y.slice(at(0, place), shape(1, 4)), d * half);
        });
  }

  @Jit
  static void tasks(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    spmd(8, block -> element(x, k, y, 7 - block, d));
    scaled(x, y, d);
    halves(x, y, d);
    double[] factors = {d, 2};
    for (int round : range(2)) {
      for (double more : unroll(2)) {
        spmd(4, b -> scaled(
            x.slice(at(0, 2 * b), shape(1, 2)),
            y.slice(at(0, 2 * b), shape(1, 2)),
            factors[round] + more));
      }
    }
    spmd(Math.min(i, 8), block -> element(x, k, y, block, 1));
  }

  /** The place is outside for some blocks. */
  @Jit
  static void failing(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    if (i > 8) {
      spmd(40, block -> element(x, k, y, 1000 + block, d));
    }
  }
}
