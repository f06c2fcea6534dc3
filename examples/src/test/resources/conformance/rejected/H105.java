import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H105 {
  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(32));
    Signal flat = world.signal(shape(world.size()));
    Signal one = world.signal(shape(world.size(), 1));
    Signal three = world.signal(shape(world.size(), 3));
    Signal made = world.signalFor(data);
    data.allReduce(flat, SUM, cores(2)); // rejected
    data.allReduce(one, SUM, cores(2)); // rejected
    data.allReduce(three, SUM, MESH, cores(4)); // rejected
    data.allReduce(made, SUM, cores(2)); // rejected
  }
}
