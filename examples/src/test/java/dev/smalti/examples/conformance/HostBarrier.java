package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** C11: a barrier of the host between publishing and reading. */
final class HostBarrier {
  private HostBarrier() {}

  @InCore
  static void publish(@Shape("1, 64") Tensor<F32> input, @Shape("1, 64") @Out Window<F32> data) {
    data.store(input.load());
  }

  @InCore
  static void readPeer(
      @Shape("1, 64") Window<F32> data, @Shape("1, 64") @Out Tensor<F32> output, int peer) {
    output.store(data.remoteLoad(peer));
  }

  @Jit
  static void consume(
      @Shape("1, 64") Window<F32> data, @Shape("1, 64") @Out Tensor<F32> output, int peer) {
    readPeer(data, output, peer);
  }

  @Host
  static void readNext(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, 64));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> publish(inputs.at(r), data));
    signal.barrier();
    world.forEachRank(r -> consume(data, outputs.at(r), (r + 1) % world.size()));
  }
}
