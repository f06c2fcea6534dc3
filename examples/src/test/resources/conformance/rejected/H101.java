import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H101 {
  @InCore
  static void read(@Shape("8") Window<F32> data, @Shape("8") @Out Tensor<F32> y) {
    y.store(data.load());
  }

  @Host
  static void program(World world, @Shape("ranks, 8") @Out Tensor<F32> y) {
    Window<F32> data = world.window(F32, shape(8));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> read(data.allReduce(signal, SUM), y.at(r))); // rejected
    Window<F32> sum = data.allReduce(SUM); // rejected
  }
}
