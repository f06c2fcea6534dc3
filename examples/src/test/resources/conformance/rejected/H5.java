import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H5 {
  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, 1024); // rejected
  }
}
