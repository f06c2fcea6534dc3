package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Caller {
  @InCore
  static void scale(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    y.store(Helpers.twice(x.load()).mul(Helpers.FACTOR));
  }

  @Jit
  static void twice(
      @Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, @Shape("n") @Out Tensor<F32> z) {
    scale(x, y);
    Helpers.copy(y, z);
  }
}
