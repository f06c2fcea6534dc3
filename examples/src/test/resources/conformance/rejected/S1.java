import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S1 {
  @InCore
  static void kernel(
      Tensor<F32> noShape, // rejected
      @Shape("8") Tensor noType, // rejected
      @Shape("8") @Out Tensor<F32> y) {
    y.store(Tile.fill(F32, shape(1, 8), 0));
  }
}
