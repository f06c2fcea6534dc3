import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H3 {
  @Host
  static void subscript(World world) {
    Window<F32>[] all = new Window<F32>[2]; // rejected
    all[0] = world.window(F32, shape(1, 8));
  }

  @Host
  static void bare(World world) {
    world.window(F32, shape(1, 8)); // rejected
    world.signal(shape(1)); // rejected
  }
}
