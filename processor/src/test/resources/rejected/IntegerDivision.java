package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class IntegerDivision {
  @InCore
  static void mean(@Shape("m, ?") Tensor<F32> x, @Shape("m, 1") @Out Tensor<F32> y) {
    int n = x.dim(1);
    y.store(x.load().rowSum().mul(1 / n)); // error: SML-217 at 11:37
  }
}
