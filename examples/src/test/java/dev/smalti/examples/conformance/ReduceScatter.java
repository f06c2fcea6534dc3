package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A3: every rank gets its chunk of the sum; it adds that chunk of every peer to its own. */
final class ReduceScatter {
  static final int SIZE = 64;

  private ReduceScatter() {}

  @InCore
  static void sumChunk(
      @Shape("1, ranks * SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, ranks * SIZE") @InOut Window<F32> scratch,
      @Shape("ranks, 1") Signal arrived) {
    int me = scratch.rank();
    for (int chunk : range(scratch.ranks())) {
      int first = chunk * SIZE;
      scratch.store(input.load(at(0, first), shape(1, SIZE)), at(0, first));
    }
    for (int peer : range(scratch.ranks())) {
      if (peer != me) {
        arrived.notify(peer, at(me, 0));
      }
    }
    for (int source : range(scratch.ranks())) {
      if (source != me) {
        arrived.await(at(source, 0));
      }
    }
    int mine = me * SIZE;
    Index own = at(0, mine);
    Tile<F32> sum = scratch.load(own, shape(1, SIZE));
    for (int peer : range(scratch.ranks())) {
      if (peer != me) {
        sum = sum.add(scratch.remoteLoad(peer, own, shape(1, SIZE)));
      }
    }
    output.store(sum);
  }

  @Jit
  static void perDevice(
      @Shape("1, ranks * SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, ranks * SIZE") @InOut Window<F32> scratch,
      @Shape("ranks, 1") Signal arrived) {
    sumChunk(input, output, scratch, arrived);
  }

  @Host
  static void reduceScatter(
      World world,
      @Shape("ranks, 1, ranks * SIZE") Tensor<F32> inputs,
      @Shape("ranks, 1, SIZE") @Out Tensor<F32> outputs) {
    int all = world.size() * SIZE;
    Window<F32> scratch = world.window(F32, shape(1, all));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), scratch, arrived));
  }
}
