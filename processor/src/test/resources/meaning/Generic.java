import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Instances of generic methods compute what the generic method computes. */
public final class Generic {
  private Generic() {}

  record Parts<E extends DType>(Tile<E> least, Tile<E> rest) {}

  @Inline
  static <T extends DType> Parts<T> parts(Tile<T> t) {
    Tile<T> least = t.rowMin();
    return new Parts<>(least, t.sub(least));
  }

  @Inline
  static <T extends DType> Tile<T> folded(Parts<T> parts, int times) {
    Tile<T> sum = parts.rest();
    for (int i : range(times & 3)) {
      sum = sum.mul(parts.rest()).sub(i);
    }
    return sum.add(parts.least());
  }

  @Inline
  static <T extends DType> Tile<T> constant(T dtype, int value) {
    return Tile.fill(dtype, shape(1, 8), value);
  }

  @InCore
  static <T extends DType> void powers(
      @Shape("1, 8") Tensor<T> x, @Shape("1, 8") @Out Tensor<T> y, int times) {
    y.store(folded(parts(x.load()), times).add(constant(x.dtype(), times)));
  }

  @InCore
  static <A extends DType, B extends DType> void convert(
      @Shape("1, n") Tensor<A> x, @Shape("1, n") @InOut Tensor<B> y) {
    y.store(x.load().cast(y.dtype()).max(y.load()));
  }

  @Jit
  static <T extends DType> void twice(
      @Shape("1, 8") @InOut Tensor<T> x, @Shape("1, 8") @InOut Tensor<T> y, int times) {
    powers(x, y, times);
    powers(y, x, times + 1);
  }

  @InCore
  static void spliced(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tile<I64> wide = folded(parts(k.load().cast(I64)), i);
    y.store(folded(parts(x.load().mul(d)), i).add(wide.cast(F32)));
    k.store(folded(parts(k.load()), i + 1));
  }

  @Jit
  static void instances(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    powers(x, y, i);
    convert(y, k);
    powers(k, k, i & 1);
    convert(k, y);
  }

  @Inline
  static <T extends DType> Tile<T> folded(Tile<T> t, @Const Reduce op, @Const boolean rows) {
    return t.combine(rows ? t.rowReduce(op) : t.colReduce(op), op);
  }

  @InCore
  static <T extends DType> void blocks(
      @Shape("1, 2 * half") @InOut Tensor<T> y,
      int i,
      @Const int half,
      @Const boolean integers,
      @Const Reduce op) {
    for (int block : range(2)) {
      Tile<T> t = y.load(at(0, half * block), shape(1, half));
      if (integers) {
        t = t.and(63).combine(t, op);
      } else if (op == PROD) {
        t = t.tanh();
      }
      Tile<T> old = y.load(at(0, half * (1 - block)), shape(1, half));
      y.store(folded(t, integers ? MAX : op, half > 2 || op == MIN).add(i).add(old),
          at(0, half * (1 - block)));
    }
  }

  @Jit
  static void constants(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    blocks(y, i, 4, false, SUM);
    blocks(y, i, 2 + 2, 3 > 4, PROD);
    blocks(k, i, 4, true, XOR);
    blocks(k, i, 4, true, AND);
    blocks(k, i, 4, !false, OR);
    blocks(y, i, 4, false, MIN);
    blocks(y, i, 4, false, MAX);
    convert(x, y);
  }
}
