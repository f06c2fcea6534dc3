package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class RawTypes {
  @InCore
  static void any(@Shape("8") Tensor<?> x, @Shape("8") @Out Tensor<F32> y) { // error: SML-119 at 9:41 element type
    y.store(Tile.fill(F32, shape(1, 8), 1));
  }
}
