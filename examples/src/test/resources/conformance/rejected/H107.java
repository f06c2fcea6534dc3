import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H107 {
  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(32));
    Signal arrived = world.signal(shape(world.size(), 2));
    data.allReduce(arrived, SUM, RING, cores(2)); // rejected
    data.allReduce(SUM, cores(2), RING); // rejected
  }
}
