import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H80 {
  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(32));
    data.allReduce(SUM, cores(true)); // rejected
    data.allReduce(SUM, cores(1.5)); // rejected
    data.allReduce(SUM, cores(0)); // rejected
    data.allReduce(SUM, cores(-1)); // rejected
  }
}
