import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T6 {
  @InCore
  static void kernel(
      @Shape("4, 8") Tensor<F32> x,
      @Shape("4, 2") Tensor<F32> wide,
      @Shape("3, 1") Tensor<F32> shorter,
      @Shape("4, 8") @Out Tensor<F32> y) {
    y.store(x.load().add(wide.load())); // rejected
    y.store(x.load().mul(shorter.load())); // rejected
  }
}
