package dev.smalti.bench.kernel;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Element-wise chains; each goes row by row when it is compiled, whatever the number of rows. */
final class Chains {
  /** {@code -2 * sqrt(2 / pi)}, and the cubic coefficient of the usual approximation times that. */
  static final float LINEAR = -2 * 0.7978845608f;

  static final float CUBIC = LINEAR * 0.044715f;

  private Chains() {}

  /** {@code a * x + b}. */
  @InCore
  static void axpb(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("rows, columns") @Out Tensor<F32> y,
      float a,
      float b) {
    y.store(x.load().fma(a, b));
  }

  /** The tanh form of gelu of {@code a * x + b}, with {@code 1 + tanh(u) = 2 / (1 + exp(-2u))}. */
  @InCore
  static void gelu(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("rows, columns") @Out Tensor<F32> y,
      float a,
      float b) {
    Tile<F32> v = x.load().fma(a, b);
    Tile<F32> u = v.mul(v.mul(v).fma(CUBIC, LINEAR));
    y.store(v.div(u.exp().add(1)));
  }
}
