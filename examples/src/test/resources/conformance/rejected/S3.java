import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S3 {
  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y, boolean both) {
    if (both) {
      Tile<F32> inner = x.load();
      y.store(inner);
    }
    y.store(inner); // rejected
    y.store(nowhere); // rejected
  }
}
