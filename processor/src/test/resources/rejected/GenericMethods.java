package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** What is wrong with an instance is wrong at its call; what is wrong with all, at the method. */
final class GenericMethods {
  @Inline
  static <T extends DType> Tile<T> curve(Tile<T> t) {
    return t.add(t).tanh();
  }

  @InCore
  static <T extends DType> void curved(@Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y) {
    y.store(curve(x.load()));
  }

  @InCore
  static <T extends DType> void bits(@Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y) {
    y.store(x.load().shl(1));
  }

  @InCore
  static <T extends DType> void never(@Shape("n, 4") Tensor<T> x, @Shape("n, 4") @Out Tensor<T> y) {
    y.store(x.load().eq(x.load(at(0, 0), shape(2, 3))).select(x.load(), x.load()));
  }

  @InCore
  static <T extends DType> void unsaid(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @InCore
  static void inKernel(@Shape("n") Tensor<I32> x, @Shape("n") @Out Tensor<I32> y) {
    y.store(curve(x.load()));
  }

  @Jit
  static void graph(
      @Shape("n") Tensor<I64> x, @Shape("n") @Out Tensor<I64> y, @Shape("n") @Out Tensor<F32> z) {
    curved(x, y);
    bits(x, y);
    bits(z, z);
  }

  @Jit
  static void wrong(@Shape("n, 4") Tensor<F32> x, @Shape("n, 4") @Out Tensor<F32> y) {
    never(x, y);
  }

  /** Nobody calls it, and it is right for integers. */
  @Jit
  static <T extends DType> void shifted(@Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y) {
    bits(x, y);
  }

  @Jit
  static <T extends DType> void neverRight(
      @Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y, @Shape("n") @Out Tensor<T> z) {
    bits(x, y);
    curved(x, z);
  }

  @Jit
  static void undetermined(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    unsaid(x, y);
  }
}

// error: SML-204 at 26:24 shapes differ: xTile is [n, 4], xTile2 is [2, 3]
// error: SML-201 at 36:18 tanh is not defined for I32
// error: SML-201 at 42:11 tanh is not defined for I64
// error: SML-201 at 44:9 shl is not defined for F32
// error: SML-201 at 61:9 shl is not defined for F32
// error: SML-131 at 67:11 no argument says what T of GenericMethods.unsaid is
