package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class RingSum {
  static final int SIZE = 256;

  @InCore
  static void reduceStep(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    int me = data.rank();
    int ranks = data.ranks();

    data.store(input.load());

    for (int peer = 0; peer < ranks; peer++) if (peer != me) arrived.notify(peer, at(me, 0), ADD, 1);
    for (int source : range(ranks)) if (source != me) arrived.await(at(source, 0), GE, 1);

    Tile<F32> sum = data.load();
    for (int peer : range(ranks)) if (peer != me) sum = sum.add(data.remoteLoad(peer));
    output.store(sum);
  }

  @Jit
  static void perDevice(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    reduceStep(input, output, data, arrived);
  }

  @Host
  static void allReduce(
      World world,
      @Shape("ranks, 1, SIZE") Tensor<F32> inputs,
      @Shape("ranks, 1, SIZE") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, SIZE));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), data, arrived));
  }
}
