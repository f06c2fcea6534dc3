import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T23 {
  @InCore
  static void kernel(@Shape("512, 512") Tensor<F32> x, @Shape("512, 512") @Out Tensor<F32> y) {
    Tile<F32> t = x.load(); // rejected
    y.store(t.matmul(t).matmul(t));
  }
}
