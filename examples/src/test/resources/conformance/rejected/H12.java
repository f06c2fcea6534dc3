import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H12 {
  @Host
  static void program(World world) {
    int size = world.size(0); // rejected
  }
}
