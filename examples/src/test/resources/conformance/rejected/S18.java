import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S18 {
  @InCore
  static void inputWritten(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
    x.store(y.load()); // rejected
  }

  @InCore
  static void neverWritten(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) { // rejected
    Tile<F32> t = x.load();
  }

  @InCore
  static void onlyRead(
      @Shape("8") @InOut Tensor<F32> x, // rejected
      @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
  }
}
