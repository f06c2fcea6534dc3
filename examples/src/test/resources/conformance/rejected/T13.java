import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T13 {
  @InCore
  static void kernel(@Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<F32> y) {
    y.store(x.load().narrow(shape(4, 9))); // rejected
    y.store(x.load().narrow(shape(-1, 8))); // rejected
    y.store(x.load().narrow(shape(8))); // rejected
  }
}
