import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H13 {
  @InCore
  static void kernel(World world, @Shape("1, 8") @Out Tensor<F32> y) { // rejected
    y.store(Tile.fill(F32, shape(1, 8), world.size()));
  }
}
