import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S9 {
  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @Jit
  static void inner(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    kernel(x, y);
  }

  @Jit
  static void outer(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    inner(x, y); // rejected
  }
}
