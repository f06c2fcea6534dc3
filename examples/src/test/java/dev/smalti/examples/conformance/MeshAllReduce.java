package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A1: the sum over all ranks, every rank reads all others. */
final class MeshAllReduce {
  static final int SIZE = 256;

  private MeshAllReduce() {}

  @InCore
  static void sum(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    int me = data.rank();
    data.store(input.load());
    for (int peer : range(data.ranks())) {
      if (peer != me) {
        arrived.notify(peer, at(me, 0), ADD, 1);
      }
    }
    for (int source : range(data.ranks())) {
      if (source != me) {
        arrived.await(at(source, 0), GE, 1);
      }
    }
    Tile<F32> sum = data.load();
    for (int peer : range(data.ranks())) {
      if (peer != me) {
        sum = sum.add(data.remoteLoad(peer, at(0, 0), shape(1, SIZE)));
      }
    }
    output.store(sum);
  }

  @Jit
  static void perDevice(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    sum(input, output, data, arrived);
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
