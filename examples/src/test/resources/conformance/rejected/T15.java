import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T15 {
  @InCore
  static void kernel(
      @Shape("4, 8") Tensor<F32> x, @Shape("3, 8") Tensor<F32> z, @Shape("4, 16") @Out Tensor<F32> y) {
    y.store(x.load().concat(z.load())); // rejected
  }
}
