import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class I6 {
  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y, @Const int n) {
    y.store(x.load().mul(n));
  }

  @Jit
  static void graph(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y, int n) {
    kernel(x, y, n); // rejected
  }
}
