package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A4: the row of one rank on every rank; which one is a parameter. */
final class Broadcast {
  static final int SIZE = 64;

  private Broadcast() {}

  @InCore
  static void broadcast(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> scratch,
      @Shape("ranks, 1") Signal arrived,
      int root) {
    int me = scratch.rank();
    if (me == root) {
      scratch.store(input.load());
    }
    for (int peer = 0; peer < scratch.ranks(); peer++) {
      if (peer != me) {
        arrived.notify(peer, at(me, 0));
      }
    }
    for (int source = 0; source < scratch.ranks(); source++) {
      if (source != me) {
        arrived.await(at(source, 0));
      }
    }
    output.store(scratch.remoteLoad(root));
  }

  @Jit
  static void perDevice(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> scratch,
      @Shape("ranks, 1") Signal arrived,
      int root) {
    broadcast(input, output, scratch, arrived, root);
  }

  @Host
  static void fromRoot(
      World world,
      @Shape("ranks, 1, SIZE") Tensor<F32> inputs,
      @Shape("ranks, 1, SIZE") @Out Tensor<F32> outputs,
      int root) {
    Window<F32> scratch = world.window(F32, shape(1, SIZE));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), scratch, arrived, root));
  }
}
