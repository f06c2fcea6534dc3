import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T11 {
  @InCore
  static void kernel(
      @Shape("4, 8") Tensor<F32> x, @Shape("2, 8") @Out Tensor<F32> y, int n) {
    y.store(x.load().reshape(shape(2, 8))); // rejected
    y.store(x.load(at(0, 0), shape(4, 8), shape(3, 8)).reshape(shape(2, 16))); // rejected
  }
}
