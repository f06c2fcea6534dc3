package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A6: the sum over all ranks in 2 (ranks - 1) steps; each rank reads its left neighbour only. */
final class RingAllReduce {
  /** Divisible by every number of ranks that is tried. */
  static final int SIZE = 720;

  private RingAllReduce() {}

  @Inline
  static void meet(Signal row) {
    int me = row.rank();
    for (int peer : range(row.ranks())) {
      if (peer != me) {
        row.notify(peer, at(me));
      }
    }
    for (int peer : range(row.ranks())) {
      if (peer != me) {
        row.await(at(peer));
      }
    }
  }

  @InCore
  static void ring(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> scratch,
      @Shape("2 * (ranks - 1), ranks") Signal signal) {
    int me = scratch.rank();
    int ranks = scratch.ranks();
    int chunk = SIZE / ranks;
    int left = (me + ranks - 1) % ranks;

    scratch.store(input.load());
    for (int step : range(ranks - 1)) {
      meet(signal.at(step));
      int first = (me + 2 * ranks - step - 1) % ranks * chunk;
      Index from = at(0, first);
      Tile<F32> mine = scratch.load(from, shape(1, chunk));
      scratch.store(mine.add(scratch.remoteLoad(left, from, shape(1, chunk))), from);
    }
    for (int step : range(ranks - 1)) {
      meet(signal.at(ranks - 1 + step));
      int first = (me + ranks - step) % ranks * chunk;
      Index from = at(0, first);
      scratch.store(scratch.remoteLoad(left, from, shape(1, chunk)), from);
    }
    output.store(scratch.load());
  }

  @Host
  static void allReduce(
      World world,
      @Shape("ranks, 1, SIZE") Tensor<F32> inputs,
      @Shape("ranks, 1, SIZE") @Out Tensor<F32> outputs) {
    var scratch = world.window(F32, shape(1, SIZE));
    int rounds = 2 * (world.size() - 1);
    var signal = world.signal(shape(rounds, world.size()));
    world.forEachRank(r -> ring(inputs.at(r), outputs.at(r), scratch, signal));
  }
}
