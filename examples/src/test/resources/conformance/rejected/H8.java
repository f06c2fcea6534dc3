import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H8 {
  @Host
  static void program(World world) {
    Window<F32> none = world.window(F32, shape()); // rejected
    Window<F32> zero = world.window(F32, shape(0, 8)); // rejected
    Window<F32> less = world.window(F32, shape(1, -8)); // rejected
  }
}
