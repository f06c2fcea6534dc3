import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T22 {
  @InCore
  static void kernel(@Shape("4, 4") Tensor<F32> x, @Shape("4, 4") @Out Tensor<F16> y) {
    y.store(x.load().cast(F16));
    Tile<F16> product = x.load().matmul(x.load()); // rejected
    Mask chosen = x.load(); // rejected
    Tile<F32> less = x.load().lt(0); // rejected
  }
}
