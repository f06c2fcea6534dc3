package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The program dispatches a graph to every device; the graph calls kernels. */
final class ThreePlanes {
  @InCore
  static void scale(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, int factor) {
    y.store(x.load().mul(factor));
  }

  @InCore
  static void addSquares(@Shape("n") Tensor<F32> x, @Shape("n") @InOut Tensor<F32> y) {
    Tile<F32> t = x.load();
    y.store(y.load().add(t.mul(t)));
  }

  @Jit
  static void perDevice(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, int factor) {
    Tensor<F32> scaled = Tensor.undefined(F32, shape(x.dim(0)));
    scale(x, scaled, factor);
    scale(x, y, 100);
    addSquares(scaled, y);
  }

  @Host
  static void all(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    world.forEachRank(r -> perDevice(xs.at(r), ys.at(r), r + 1));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 3, 1, 2, 3}, 2, 3);
    Tensor<F32> ys = Tensor.zeros(F32, shape(2, 3));
    try (DevicePool pool = DevicePool.threads(2);
        var program = ThreePlanesPrograms.all().prepare(pool)) {
      program.run(xs, ys);
    }
    for (int r = 0; r < 2; r++) {
      System.out.println("rank " + r + ": " + ys.at(r).load());
    }
  }
}
