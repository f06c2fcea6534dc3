import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T2 {
  @InCore
  static void kernel(@Shape("8") Tensor<I32> x, @Shape("8") @Out Tensor<I32> y) {
    y.store(x.load().add(0.5)); // rejected
    y.store(x.load().mul(1e3)); // rejected
    y.store(x.load().add(1L << 40)); // rejected
  }
}
