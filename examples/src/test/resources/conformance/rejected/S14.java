import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S14 {
  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y, int n) {
    y.store(x.load());
    while (n) { // rejected
      y.store(x.load());
    }
    while (x.load().gt(0)) { // rejected
      y.store(x.load());
    }
  }
}
