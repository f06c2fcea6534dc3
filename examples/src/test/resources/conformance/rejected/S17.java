import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S17 {
  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
    y = x; // rejected
  }
}
