package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** All-reduce on several cores of each rank, round after round: C7, C8. */
final class SpreadCollectives {
  private SpreadCollectives() {}

  /** Fetches the sum, waits until the cells of all cores are 0, and shows all cells. */
  @InCore
  static void consume(
      @Shape("n") Window<F32> data,
      @Shape("n") @Out Tensor<F32> sum,
      @Shape("ranks, lanes") Signal signal,
      @Shape("ranks, lanes") @Out Tensor<I32> cells,
      int cores) {
    sum.store(data.load());
    signal.awaitAll(at(0, 0), shape(signal.ranks(), cores), EQ, 0);
    for (int peer : range(signal.ranks())) {
      for (int lane : range(cells.dim(1))) {
        cells.write(at(peer, lane), signal.read(at(peer, lane)));
      }
    }
  }

  /** On two cores, with as many lanes. */
  @Host
  static void onTwo(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs,
      @Shape("ranks, rounds, ranks, 2") @Out Tensor<I32> cells) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size(), 2));
    Signal gate = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), data));
      data.allReduce(signal, SUM, cores(2));
      world.forEachRank(
          r -> consume(data, outputs.at(r).at(round), signal, cells.at(r).at(round), 2));
      gate.barrier(); // The next round raises cells that are shown here.
    }
  }

  /** On four cores, with more lanes. */
  @Host
  static void onFour(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs,
      @Shape("ranks, rounds, ranks, 6") @Out Tensor<I32> cells) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size(), 6));
    Signal gate = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), data));
      data.allReduce(signal, SUM, MESH, cores(4));
      world.forEachRank(
          r -> consume(data, outputs.at(r).at(round), signal, cells.at(r).at(round), 4));
      gate.barrier();
    }
  }
}
