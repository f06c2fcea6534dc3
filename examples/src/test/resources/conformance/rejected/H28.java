import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H28 {
  @InCore
  static void fill(@Shape("1, 8") @Out Window<F32> data) {
    data.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @Jit
  static void graph(@Shape("1, 8") @Out Window<F32> a, @Shape("1, 8") @Out Window<F32> b, int i) {
    Window<F32>[] both = {a, b}; // rejected
    fill(both[i]);
  }
}
