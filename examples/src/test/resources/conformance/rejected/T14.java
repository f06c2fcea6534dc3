import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T14 {
  @InCore
  static void kernel(@Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<F32> y) {
    y.store(x.load().pad(shape(4, 7), 0)); // rejected
    y.store(x.load().pad("zero")); // rejected
  }
}
