package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A window keeps what one kernel stores until the next one loads it. */
final class WindowRoundTrip {
  @InCore
  static void save(@Shape("n") Tensor<F32> x, @Shape("n") Window<F32> data) {
    data.store(x.load(), at(0), ADD);
  }

  @InCore
  static void restore(@Shape("n") Window<F32> data, @Shape("n") @Out Tensor<F32> y) {
    y.store(data.load());
  }

  @Host
  static void roundTrip(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    world.forEachRank(r -> save(xs.at(r), data));
    world.forEachRank(r -> save(xs.at(r), data));
    world.forEachRank(r -> restore(data, ys.at(r)));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 3, 10, 20, 30}, 2, 3);
    Tensor<F32> ys = Tensor.zeros(F32, shape(2, 3));
    try (DevicePool pool = DevicePool.threads(2);
        var program = WindowRoundTripPrograms.roundTrip().prepare(pool)) {
      program.run(xs, ys);
      program.run(xs, ys); // a window is zero again at the start of each run
    }
    for (int r = 0; r < 2; r++) {
      System.out.println("rank " + r + ": " + ys.at(r).load());
    }
  }
}
