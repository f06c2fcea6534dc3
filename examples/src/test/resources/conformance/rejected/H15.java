import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H15 {
  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(1, 8)); // rejected
    Signal arrived = world.signal(shape(world.size())); // rejected
  }
}
