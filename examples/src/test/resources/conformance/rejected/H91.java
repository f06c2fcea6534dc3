import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H91 {
  @Host
  static void program(World world) {
    Domain pair = world.devices(0, 2);
    Window<F32> data = pair.window(F32, shape(5, 8));
    Window<F32> input = pair.window(F32, shape(5, 8));
    Window<F32> flat = pair.window(F32, shape(40));
    Window<F32> plain = pair.window(F32, shape(40));
    Window<I32> counts = pair.window(I32, shape(2));
    Window<I32> received = pair.window(I32, shape(2));
    data.allToAllV(input, counts, received); // rejected
    flat.allToAllV(plain, counts, received); // rejected
  }
}
