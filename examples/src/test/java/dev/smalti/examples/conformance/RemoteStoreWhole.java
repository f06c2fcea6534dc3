package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * D12: a whole row is written into the window of the next rank, one notify says that it is there.
 */
final class RemoteStoreWhole {
  private RemoteStoreWhole() {}

  @InCore
  static void push(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") Window<F32> target,
      @Shape("1, 1") Signal signal,
      int peer) {
    target.remoteStore(peer, input.load(), at(0, 0));
    signal.notify(peer, at(0, 0), ADD, 1);
    signal.await(at(0, 0), GE, 1);
    output.store(target.load());
  }

  @Jit
  static void perDevice(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") Window<F32> target,
      @Shape("1, 1") Signal signal,
      int peer) {
    push(input, output, target, signal, peer);
  }

  @Host
  static void pushToNext(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> target = world.window(F32, shape(1, 64));
    Signal signal = world.signal(shape(1, 1));
    world.forEachRank(
        r -> perDevice(inputs.at(r), outputs.at(r), target, signal, (r + 1) % world.size()));
  }
}
