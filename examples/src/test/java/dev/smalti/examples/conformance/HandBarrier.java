package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** G4a: a barrier by hand; every rank tells which cells the others have set. */
final class HandBarrier {
  private HandBarrier() {}

  @InCore
  static void meet(@Shape("1, ranks") @Out Tensor<I32> seen, @Shape("ranks, 1") Signal arrived) {
    int me = arrived.rank();
    for (int peer : range(arrived.ranks())) {
      if (peer != me) {
        arrived.notify(peer, at(me, 0));
      }
    }
    for (int source : range(arrived.ranks())) {
      if (source != me) {
        arrived.await(at(source, 0));
      }
    }
    for (int source : range(arrived.ranks())) {
      seen.write(at(0, source), arrived.read(at(source, 0)));
    }
  }

  @Host
  static void meetAll(World world, @Shape("ranks, 1, ranks") @Out Tensor<I32> seen) {
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> meet(seen.at(r), arrived));
  }
}
