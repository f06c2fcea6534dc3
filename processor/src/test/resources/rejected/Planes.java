package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Planes {
  @InCore
  static void copy(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @InCore
  static void callsKernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    copy(x, y); // error: SML-302 at 15:9
  }

  @Jit
  static void computes(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load()); // error: SML-301 at 20:19
  }
}
