import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H109 {
  @Host
  static void program(World world) {
    Domain pair = world.devices(0, 2);
    Domain four = world.devices(0, 4);
    Window<F32> data = four.window(F32, shape(8));
    Signal three = four.signal(shape(3));
    Signal rows = four.signal(shape(3, 1));
    data.allReduce(three, SUM, RING); // rejected
    data.allReduce(rows, SUM, RING); // rejected
  }
}
