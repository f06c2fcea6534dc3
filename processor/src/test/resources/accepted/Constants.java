package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Parameters that are specialised on. */
public final class Constants {
  private static final int FOUR = 4;

  private Constants() {}

  @Inline
  static <T extends DType> Tile<T> fold(Tile<T> t, @Const Reduce op) {
    return t.rowReduce(op).combine(t.colReduce(op), op);
  }

  @Inline
  static Tile<F32> power(Tile<F32> t, @Const int times) {
    Tile<F32> product = t;
    for (int i : range(1, times)) {
      product = product.mul(t);
    }
    return product;
  }

  /** Only in one of the branches an operation is there that the element type has. */
  @InCore
  static <T extends DType> void mixed(
      @Shape("2 * unroll, n") Tensor<T> x,
      @Shape("2 * unroll, n") @Out Tensor<T> y,
      @Shape("?, ?") @Out Tensor<T> z,
      @Const int unroll,
      @Const boolean integers,
      @Const Reduce op) {
    Tile<T> t = x.load(at(0, 0), shape(2 * unroll, y.dim(1)));
    if (integers) {
      t = t.and(255);
      z.store(t.slice(at(0, 0), shape(1, 1)));
    } else if (op == MAX || op == MIN) {
      t = t.exp();
    }
    y.store(integers ? t.shl(1).combine(t, op) : t);
  }

  @Jit
  static void graph(
      @Shape("8, n") Tensor<F32> x,
      @Shape("8, n") @Out Tensor<F32> y,
      @Shape("2, n") Tensor<I32> k,
      @Shape("2, n") @Out Tensor<I32> l,
      @Shape("m, n") @Out Tensor<I32> z,
      @Shape("m, n") @Out Tensor<F32> zx) {
    mixed(x, y, zx, FOUR, false, MAX);
    mixed(x, y, zx, 8 / 2, 1 > 2, Reduce.SUM);
    mixed(k, l, z, 1, true, XOR);
  }

  @Inline
  static <T extends DType> void passed(
      Tensor<T> x, Tensor<T> y, Tensor<T> z, @Const int half, @Const Reduce op) {
    mixed(x, y, z, half, half < 0, op);
  }

  @Jit
  static void caller(
      @Shape("6, n") Tensor<F32> x,
      @Shape("6, n") @Out Tensor<F32> y,
      @Shape("?, n") @Out Tensor<F32> z) {
    passed(x, y, z, 3, PROD);
  }

  @InCore
  static void helped(@Shape("3, 5") Tensor<F32> x, @Shape("3, 5") @Out Tensor<F32> y) {
    y.store(fold(power(x.load(), 3), SUM));
  }
}
