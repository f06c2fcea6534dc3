package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A5: every rank puts a row to every rank, itself too, and says so by SET. */
final class AllToAll {
  static final int SIZE = 64;

  private AllToAll() {}

  @InCore
  static void push(
      @Shape("ranks, SIZE") Tensor<F32> input,
      @Shape("ranks, SIZE") @Out Tensor<F32> output,
      @Shape("ranks, SIZE") Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    int me = data.rank();
    int ranks = data.ranks();
    for (int peer : range(ranks)) {
      data.row(me).put(peer, input.row(peer));
    }
    for (int peer : range(ranks)) {
      if (peer != me) {
        arrived.notify(peer, at(me, 0), SET, 1);
      }
    }
    for (int source : range(ranks)) {
      if (source != me) {
        arrived.await(at(source, 0), GE, 1);
      }
    }
    output.store(data.load());
  }

  @Host
  static void allToAll(
      World world,
      @Shape("ranks, ranks, SIZE") Tensor<F32> inputs,
      @Shape("ranks, ranks, SIZE") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(world.size(), SIZE));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> push(inputs.at(r), outputs.at(r), data, arrived));
  }
}
