package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The sum of all rows on every rank: each rank reads what all ranks have. */
final class MeshAllReduce {
  @InCore
  static void mesh(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal ready) {
    data.store(x.load());
    ready.barrier();
    Tile<F32> sum = data.remoteLoad(0);
    for (int peer : range(1, data.ranks())) {
      sum = sum.add(data.remoteLoad(peer));
    }
    y.store(sum);
  }

  @Host
  static void allReduce(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal ready = world.signal(shape(world.size()));
    world.forEachRank(r -> mesh(xs.at(r), ys.at(r), data, ready));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 3, 4, 10, 20, 30, 40, 100, 200, 300, 400}, 3, 4);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 4));
    try (DevicePool pool = DevicePool.threads(3);
        var program = MeshAllReducePrograms.allReduce().prepare(pool)) {
      program.run(xs, ys);
    }
    for (int r = 0; r < 3; r++) {
      System.out.println("rank " + r + ": " + ys.at(r).load());
    }
  }
}
