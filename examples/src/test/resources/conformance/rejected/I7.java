import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class I7 {
  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y, int times) {
    y.store(x.load().mul(times));
  }

  @Jit
  static void graph(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    kernel(x, y, 2, blocks = 4); // rejected
    submit(() -> kernel(x, y, 2), name("first")); // rejected
  }
}
