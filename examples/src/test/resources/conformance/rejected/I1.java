import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class I1 {
  @InCore
  static void kernel(@Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  static void use() {
    Tensor<F16> half = Tensor.zeros(F16, shape(4, 8));
    I1Kernels.kernel(half, half); // rejected
  }
}
