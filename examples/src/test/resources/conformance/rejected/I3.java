import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class I3 {
  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y, int n) {
    y.store(x.load().mul(n));
  }

  static void use(Tensor<F32> t) {
    I3Kernels.kernel(t, t); // rejected
    I3Kernels.kernel(t, t, 1, 2); // rejected
    I3Kernels.kernal(t, t, 1); // rejected
  }
}
