package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Methods that are generic over element types, on every plane but that of programs. */
public final class GenericMethods {
  private GenericMethods() {}

  /** A record of them is generic too. */
  record Pair<E extends DType>(Tile<E> first, Tile<E> second) {}

  @Inline
  static <T extends DType> Tile<T> square(Tile<T> t) {
    return t.mul(t);
  }

  @Inline
  static <T extends DType> Pair<T> both(Tile<T> a, Tile<T> b) {
    return new Pair<>(square(a), b);
  }

  @Inline
  static <T extends DType> Tile<T> sum(Pair<T> pair) {
    Tile<T> first = pair.first();
    return first.add(pair.second());
  }

  @Inline
  static <T extends DType> Tile<T> ones(T dtype) {
    return Tile.fill(dtype, shape(1, 1), 1);
  }

  /** Converts to the type of where it is stored. */
  @InCore
  static <A extends DType, B extends DType> void convert(
      @Shape("n") Tensor<A> x, @Shape("n") @Out Tensor<B> y) {
    y.store(sum(both(x.load(), x.load())).cast(y.dtype()).add(ones(y.dtype())));
  }

  @InCore
  static <T extends DType> void twice(@Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y) {
    y.store(x.load().add(x.load()));
  }

  @InCore
  static <T extends DType> void nobody(@Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y) {
    y.store(x.load().tanh());
  }

  @Jit
  static <T extends DType> void fourTimes(
      @Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y, @Shape("n") @Out Tensor<T> z) {
    twice(x, y);
    twice(y, z);
  }

  @InCore
  static void inKernel(
      @Shape("n") Tensor<F32> x, @Shape("n") Tensor<I64> k, @Shape("n") @Out Tensor<F32> y) {
    y.store(square(x.load()).add(sum(both(k.load(), k.load())).cast(F32)));
  }

  @Jit
  static void inGraph(
      @Shape("n") Tensor<F32> x,
      @Shape("n") Tensor<I64> k,
      @Shape("n") @Out Tensor<F64> y,
      @Shape("n") @Out Tensor<F32> z,
      @Shape("n") @Out Tensor<I64> l) {
    convert(x, y);
    convert(k, z);
    GenericMethods.twice(k, l);
  }

  @Host
  static void program(
      World world,
      @Shape("ranks, n") Tensor<F32> x,
      @Shape("ranks, n") @Out Tensor<F32> y,
      @Shape("ranks, n") @Out Tensor<F32> z) {
    world.forEachRank(r -> fourTimes(x.at(r), y.at(r), z.at(r)));
    world.forEachRank(r -> twice(z.at(r), y.at(r)));
  }
}
