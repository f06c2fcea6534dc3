import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S7 {
  @Jit
  static void graph(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load().exp()); // rejected
  }

  @Host
  static void program(World world, @Shape("8") @Out Tensor<F32> y) {
    y.store(Tile.fill(F32, shape(1, 8), 1)); // rejected
  }
}
