import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H83 {
  @InCore
  static void kernel(@Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal arrived) {
    data.broadcast(arrived, -1); // rejected
    data.reduce(arrived, SUM, -1); // rejected
  }

  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(8));
    Window<F32> all = world.window(F32, shape(world.size(), 8));
    data.broadcast(-1); // rejected
    all.gather(data, -1); // rejected
    data.scatter(all, -1); // rejected
  }
}
