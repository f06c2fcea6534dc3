import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T18 {
  @InCore
  static void kernel(@Shape("4, 8") @Out Tensor<F32> y) {
    y.store(Tile.iota(F32, shape(4, 8), 0)); // rejected
    Tile<I32> fraction = Tile.iota(I32, shape(4, 8), 0.5); // rejected
    Tile<F32> random = Tile.randomBits(shape(4, 8), 1, 0); // rejected
    Tile<I32> deep = Tile.iota(I32, shape(2, 4, 8), 0); // rejected
  }
}
