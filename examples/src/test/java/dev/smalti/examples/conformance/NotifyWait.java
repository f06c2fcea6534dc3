package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** D1: every rank adds its tag to a cell of the next rank, waits for its own, and reads it. */
final class NotifyWait {
  private NotifyWait() {}

  @InCore
  static void exchange(
      @Shape("1, 1") @Out Tensor<I32> output, @Shape("1, 1") Signal signal, int peer, int tag) {
    signal.notify(peer, at(0, 0), ADD, tag);
    signal.await(at(0, 0), GE, 1);
    output.write(at(0, 0), signal.read(at(0, 0)));
  }

  @Jit
  static void perDevice(
      @Shape("1, 1") @Out Tensor<I32> output, @Shape("1, 1") Signal signal, int peer, int tag) {
    exchange(output, signal, peer, tag);
  }

  @Host
  static void exchangeTags(World world, @Shape("ranks, 1, 1") @Out Tensor<I32> outputs) {
    Signal signal = world.signal(shape(1, 1));
    world.forEachRank(r -> perDevice(outputs.at(r), signal, (r + 1) % world.size(), r + 1));
  }
}
