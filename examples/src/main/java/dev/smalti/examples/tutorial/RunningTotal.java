package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Every rank adds up the rows of all ranks up to its own, however many there are. */
final class RunningTotal {
  @InCore
  static void total(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal ready) {
    data.store(x.load());
    ready.barrier();
    Tile<F32> sum = data.remoteLoad(0);
    for (int rank : range(1, data.rank() + 1)) {
      sum = sum.add(data.remoteLoad(rank));
    }
    y.store(sum);
  }

  @Host(worlds = "1..8")
  static void totals(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal ready = world.signal(shape(world.size()));
    world.forEachRank(r -> total(xs.at(r), ys.at(r), data, ready));
  }

  public static void main(String[] args) {
    for (int ranks : new int[] {1, 2, 5}) {
      Tensor<F32> xs = Tensor.of(new float[] {1, 2, 3, 4, 5}, 5, 1).rows(0, ranks);
      Tensor<F32> ys = Tensor.zeros(F32, shape(ranks, 1));
      try (DevicePool pool = DevicePool.threads(ranks);
          var program = RunningTotalPrograms.totals().prepare(pool)) {
        program.run(xs, ys);
      }
      System.out.println(ys.load());
    }
  }
}
