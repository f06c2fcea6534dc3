import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H4 {
  @InCore
  static void fill(@Shape("1, 8") @Out Window<F32> data) {
    data.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(1, 8));
    world.forEachRank(r -> fill(data));
    Window<F32> data = world.window(F32, shape(1, 8)); // rejected
    world.forEachRank(r -> fill(data));
  }
}
