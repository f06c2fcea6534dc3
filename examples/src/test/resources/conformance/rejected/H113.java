import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H113 {
  @Host
  static void program(World world) {
    Domain pair = world.devices(0, 2);
    Window<F32> data = pair.window(F32, shape(8));
    Window<F32> all = pair.window(F32, shape(2, 8));
    data.broadcast(5); // rejected
    data.reduce(SUM, 2); // rejected
    all.gather(data, 2); // rejected
    data.scatter(all, 2); // rejected
  }
}
