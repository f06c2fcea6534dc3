import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H16 {
  @InCore
  static void fill(@Shape("1, 8") @Out Window<F32> data) {
    data.store(Tile.fill(F32, shape(1, 8), 1));
  }

  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(1, 8));
    Window<F32> viewed = world.window(F32, shape(2, 8)); // rejected
    int rows = viewed.dim(0);
    Window<F32> row = viewed.rows(0, 1);
    world.forEachRank(r -> fill(data));
  }
}
