package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** G5a: every rank reads the row of the next one, piece by piece. */
final class RemoteLoadShift {
  private RemoteLoadShift() {}

  @InCore
  static void pull(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    int me = data.rank();
    int next = (me + 1) % data.ranks();
    data.store(input.load());
    for (int peer : range(data.ranks())) {
      if (peer != me) {
        arrived.notify(peer, at(me, 0));
      }
    }
    for (int source : range(data.ranks())) {
      if (source != me) {
        arrived.await(at(source, 0));
      }
    }
    for (int column : range(0, 64, 16)) {
      output.store(data.remoteLoad(next, at(0, column), shape(1, 16)), at(0, column));
    }
  }

  @Host
  static void shift(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, 64));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> pull(inputs.at(r), outputs.at(r), data, arrived));
  }
}
