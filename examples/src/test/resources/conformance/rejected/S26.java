import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S26 {
  static final int WIDTH = 24;
  static final String TEXT = "constant";

  @InCore
  static void kernel(@Shape("WIDTH") Tensor<F32> x, @Shape("WIDTH") @Out Tensor<F32> y, int n) {
    staticAssert(WIDTH % 16 == 0, "WIDTH is a multiple of 16"); // rejected
    staticAssert(n > 0, "n is positive"); // rejected
    staticAssert(WIDTH > 0, 3); // rejected
    y.store(x.load());
  }
}
