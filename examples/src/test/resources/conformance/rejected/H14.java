import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H14 {
  @Inline
  static void helper(Window<F32> data) {
    data.store(Tile.fill(F32, shape(1, 8), 1)); // rejected
  }

  static void ordinary(Window<F32> data) {}

  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(1, 8));
    world.forEachRank(r -> helper(data));
    world.forEachRank(r -> ordinary(data)); // rejected
  }
}
