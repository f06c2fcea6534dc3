import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H11 {
  @InCore
  static void noShape(@Out Window<F32> data) { // rejected
    data.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @InCore
  static void noType(@Shape("1, 8") @Out Window data) { // rejected
    data.store(Tile.fill(F32, shape(1, 8), 1));
  }
}
