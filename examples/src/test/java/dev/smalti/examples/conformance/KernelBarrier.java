package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** B7: a barrier inside a kernel; then every rank reads its neighbour, which the host names. */
final class KernelBarrier {
  private KernelBarrier() {}

  @InCore
  static void readPeer(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal signal,
      int peer) {
    data.store(input.load());
    signal.barrier();
    output.store(data.remoteLoad(peer, at(0, 0), shape(1, 64)));
  }

  @Jit
  static void perDevice(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal signal,
      int peer) {
    readPeer(input, output, data, signal, peer);
  }

  @Host
  static void readNext(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, 64));
    Signal signal = world.signal(shape(world.size(), 1));
    world.forEachRank(
        r -> perDevice(inputs.at(r), outputs.at(r), data, signal, (r + 1) % world.size()));
  }
}
