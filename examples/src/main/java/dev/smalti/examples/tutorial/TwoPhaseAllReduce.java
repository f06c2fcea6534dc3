package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The sum of all rows on every rank: each rank adds up one segment, and gives it to all. */
final class TwoPhaseAllReduce {
  @InCore
  static void twoPhase(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal ready) {
    int me = data.rank();
    int ranks = data.ranks();
    int from = x.dim(0) * me / ranks;
    int to = x.dim(0) * (me + 1) / ranks;
    data.store(x.load());
    ready.barrier(); // all rows are there
    if (from < to) {
      Window<F32> segment = data.slice(at(from), shape(to - from));
      Tile<F32> sum = segment.remoteLoad(0);
      for (int peer : range(1, ranks)) {
        sum = sum.add(segment.remoteLoad(peer));
      }
      for (int peer : range(ranks)) {
        segment.remoteStore(peer, sum);
      }
    }
    ready.barrier(); // all segments have come
    y.store(data.load());
  }

  @Host
  static void allReduce(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal ready = world.signal(shape(world.size()));
    world.forEachRank(r -> twoPhase(xs.at(r), ys.at(r), data, ready));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 3, 4, 10, 20, 30, 40, 100, 200, 300, 400}, 3, 4);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 4));
    try (DevicePool pool = DevicePool.threads(3);
        var program = TwoPhaseAllReducePrograms.allReduce().prepare(pool)) {
      program.run(xs, ys);
    }
    for (int r = 0; r < 3; r++) {
      System.out.println("rank " + r + ": " + ys.at(r).load());
    }
  }
}
