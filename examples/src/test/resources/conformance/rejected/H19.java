import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H19 {
  @Host
  static void program(World world) {
    Domain range = world.devices(-1, 2); // rejected
    Domain picked = world.pick(-1, 1); // rejected
  }
}
