package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Functions of one number, in both floating types. */
final class Elementary {
  private Elementary() {}

  @InCore
  static void floats(@Shape("1, n") Tensor<F32> x, @Shape("7, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    y.store(t.exp(), at(0, 0));
    y.store(t.log(), at(1, 0));
    y.store(t.sqrt(), at(2, 0));
    y.store(t.rsqrt(), at(3, 0));
    y.store(t.recip(), at(4, 0));
    y.store(t.fma(t, 0.1), at(5, 0));
    y.store(t.max(0).min(1).neg(), at(6, 0));
  }

  @InCore
  static void doubles(@Shape("1, n") Tensor<F64> x, @Shape("7, n") @Out Tensor<F64> y) {
    Tile<F64> t = x.load();
    y.store(t.exp(), at(0, 0));
    y.store(t.log(), at(1, 0));
    y.store(t.sqrt(), at(2, 0));
    y.store(t.rsqrt(), at(3, 0));
    y.store(t.recip(), at(4, 0));
    y.store(t.fma(t, 0.1), at(5, 0));
    y.store(t.max(0).min(1).neg(), at(6, 0));
  }
}
