import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T20 {
  @InCore
  static void kernel(
      @Shape("4, 4") Tensor<I8> x, @Shape("4, 4") @Out Tensor<I8> y, @Shape("4, 4") @Out Tensor<I16> z) {
    y.store(x.load().matmul(x.load(), I32)); // rejected
    z.store(x.load().matmul(x.load(), I32)); // rejected
  }
}
