import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T12 {
  @InCore
  static void kernel(@Shape("4, 8") Tensor<F32> x, @Shape("8, 4") @Out Tensor<F32> y) {
    y.store(x.load().transpose(0, 0)); // rejected
    y.store(x.load().transpose(0, 2)); // rejected
  }
}
