import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H103 {
  @Host
  static void program(World world) {
    Domain pair = world.devices(0, 2);
    Window<F32> data = pair.window(F32, shape(8));
    Window<F32> all = pair.window(F32, shape(2, 8));
    Signal one = pair.signal(shape(1));
    Signal flat = pair.signal(shape(1, 1));
    data.allReduce(one, SUM); // rejected
    data.broadcast(flat, 0); // rejected
    all.allGather(data, one); // rejected
    one.barrier(TREE); // rejected
  }
}
