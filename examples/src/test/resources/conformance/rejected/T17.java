import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T17 {
  @InCore
  static void kernel(@Shape("4, 8") Tensor<F32> x, @Shape("4, 9") @Out Tensor<I32> y, int n) {
    y.store(x.load().rowArgTop(9)); // rejected
    y.store(x.load().rowArgTop(0)); // rejected
  }
}
