package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * G5b: every rank writes its row to the next one, half overwriting and half adding; then all meet.
 */
final class RemoteStoreShift {
  private RemoteStoreShift() {}

  @InCore
  static void push(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    int next = (data.rank() + 1) % data.ranks();
    data.remoteStore(next, input.load(at(0, 0), shape(1, 32)));
    data.remoteStore(next, input.load(at(0, 32), shape(1, 32)), at(0, 32), ADD);
    arrived.barrier();
    output.store(data.load());
  }

  @Host
  static void shift(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, 64));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> push(inputs.at(r), outputs.at(r), data, arrived));
  }
}
