import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H6 {
  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(1, 8), "data"); // rejected
  }
}
