package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A2: the rows of all ranks on every rank; each is loaded from its rank, the own one too. */
final class AllGather {
  static final int SIZE = 64;

  private AllGather() {}

  @InCore
  static void gather(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, ranks * SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> scratch,
      @Shape("ranks, 1") Signal arrived) {
    int me = scratch.rank();
    scratch.store(input.load());
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
    for (int source : range(scratch.ranks())) {
      int first = source * SIZE;
      output.store(scratch.remoteLoad(source), at(0, first));
    }
  }

  @Jit
  static void perDevice(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, ranks * SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> scratch,
      @Shape("ranks, 1") Signal arrived) {
    gather(input, output, scratch, arrived);
  }

  @Host
  static void allGather(
      World world,
      @Shape("ranks, 1, SIZE") Tensor<F32> inputs,
      @Shape("ranks, 1, ranks * SIZE") @Out Tensor<F32> outputs) {
    Window<F32> scratch = world.window(F32, shape(1, SIZE));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), scratch, arrived));
  }
}
