package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The sum of all rows on every rank: segments go around a ring. */
final class RingAllReduce {
  @Inline
  static Window<F32> segment(Window<F32> data, int number) {
    int ranks = data.ranks();
    int n = data.dim(0) / ranks;
    int from = Math.floorMod(number, ranks) * n;
    return data.slice(at(from), shape(n));
  }

  @InCore
  static void ring(
      @Shape("ranks * k") Tensor<F32> x,
      @Shape("ranks * k") @Out Tensor<F32> y,
      @Shape("ranks * k") Window<F32> data,
      @Shape("1") Signal steps) {
    int me = data.rank();
    int ranks = data.ranks();
    int left = (me + ranks - 1) % ranks;
    int right = (me + 1) % ranks;
    data.store(x.load());
    steps.notify(right, at(0)); // step 0: the row is there
    for (int step : range(1, ranks)) {
      steps.await(at(0), GE, step);
      Window<F32> mine = segment(data, me - step);
      mine.store(mine.load().add(mine.remoteLoad(left)));
      steps.notify(right, at(0));
    }
    for (int step : range(ranks, 2 * ranks - 1)) {
      steps.await(at(0), GE, step);
      Window<F32> mine = segment(data, me - step);
      mine.store(mine.remoteLoad(left));
      steps.notify(right, at(0));
    }
    y.store(data.load());
  }

  @Host
  static void allReduce(
      World world,
      @Shape("ranks, ranks * k") Tensor<F32> xs,
      @Shape("ranks, ranks * k") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal steps = world.signal(shape(1));
    world.forEachRank(r -> ring(xs.at(r), ys.at(r), data, steps));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 3, 10, 20, 30, 100, 200, 300}, 3, 3);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 3));
    try (DevicePool pool = DevicePool.threads(3);
        var program = RingAllReducePrograms.allReduce().prepare(pool)) {
      program.run(xs, ys);
    }
    for (int r = 0; r < 3; r++) {
      System.out.println("rank " + r + ": " + ys.at(r).load());
    }
  }
}
