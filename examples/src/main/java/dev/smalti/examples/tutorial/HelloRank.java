package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Every rank adds its number to its row. */
final class HelloRank {
  @InCore
  static void hello(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, int rank) {
    y.store(x.load().add(rank));
  }

  @Host
  static void helloAll(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    world.forEachRank(r -> hello(xs.at(r), ys.at(r), r));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {0, 0, 10, 10, 20, 20}, 3, 2);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var program = HelloRankPrograms.helloAll().prepare(pool)) {
      program.run(xs, ys);
    }
    for (int r = 0; r < 3; r++) {
      System.out.println("rank " + r + ": " + ys.at(r).load());
    }
  }
}
