import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H111 {
  @Host
  static void program(World world) {
    Window<F32> data = world.window(F32, shape(world.size(), 8));
    Window<I32> rows = world.window(I32, shape(4L * world.size(), 1));
    Window<I32> input = world.window(I32, shape(4L * world.size(), 1));
    Window<I32> counts = world.window(I32, shape(world.size()));
    Window<I32> received = world.window(I32, shape(world.size()));
    data.allReduce(data, SUM); // rejected
    data.reduceScatter(data, SUM); // rejected
    data.allGather(data.row(0)); // rejected
    data.allToAll(data); // rejected
    data.row(0).gather(data.row(1), 0); // rejected
    data.row(0).scatter(data, 0); // rejected
    rows.allToAllV(rows, counts, received); // rejected
    rows.allToAllV(input, counts, counts); // rejected
    rows.allToAllV(input, rows, received); // rejected
    rows.allToAllV(input, counts, rows); // rejected
    rows.allToAllV(input, input, received); // rejected
    data.allReduce(data, data, SUM); // rejected
    data.broadcast(data, 0); // rejected
  }
}
