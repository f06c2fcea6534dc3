import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S6 {
  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.exp()); // rejected
    y.store(x); // rejected
    y.store(x.load().expp()); // rejected
    y.store(x.load().add(x)); // rejected
  }
}
