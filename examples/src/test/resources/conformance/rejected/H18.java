import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H18 {
  @InCore
  static void fill(@Shape("1, 8") @Out Window<F32> data) {
    data.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @Host
  static void everySecond(World world) {
    Window<F32> data = world.window(F32, shape(1, 8));
    for (int r : range(0, world.size(), 2)) {
      fill(data); // rejected
    }
  }

  @Host
  static void fromBelow(World world) {
    Window<F32> data = world.window(F32, shape(1, 8));
    for (int r = -1; r < world.size(); r++) {
      fill(data); // rejected
    }
  }
}
