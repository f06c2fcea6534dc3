package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Wrong on purpose: every rank reads the next one without waiting for it. */
final class RacingShift {
  private RacingShift() {}

  @InCore
  static void pull(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") @InOut Window<F32> data) {
    data.store(input.load());
    output.store(data.remoteLoad((data.rank() + 1) % data.ranks()));
  }

  @Host
  static void shift(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, 64));
    world.forEachRank(r -> pull(inputs.at(r), outputs.at(r), data));
  }
}
