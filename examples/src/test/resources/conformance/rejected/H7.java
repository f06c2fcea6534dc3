import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H7 {
  @Host
  static void program(World world) {
    Window<F32> data = world.window(shape(1, 8)); // rejected
  }
}
