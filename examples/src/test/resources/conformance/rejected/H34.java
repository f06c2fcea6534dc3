import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H34 {
  @Host
  static void program(World world) {
    Signal typed = world.signal(F32, shape(1)); // rejected
    Signal none = world.signal(shape()); // rejected
    Signal window = world.window(I32, shape(1)); // rejected
  }
}
