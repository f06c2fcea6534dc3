package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** G4b: two barriers with one signal; between them every rank reads its neighbour. */
final class BuiltinBarrier {
  private BuiltinBarrier() {}

  @InCore
  static void readNextTwice(
      @Shape("1, n") Tensor<F32> input,
      @Shape("2, n") @Out Tensor<F32> output,
      @Shape("1, n") @InOut Window<F32> data,
      @Shape("ranks") Signal signal) {
    int next = (data.rank() + 1) % data.ranks();
    data.store(input.load());
    signal.barrier();
    output.store(data.remoteLoad(next), at(0, 0));
    signal.barrier(); // the neighbour has read: the row may change
    data.store(input.load().neg());
    signal.barrier();
    output.row(1).store(data.remoteLoad(next));
  }

  @Host
  static void readNext(
      World world,
      @Shape("ranks, 1, n") Tensor<F32> inputs,
      @Shape("ranks, 2, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, inputs.dim(-1)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> readNextTwice(inputs.at(r), outputs.at(r), data, signal));
  }
}
