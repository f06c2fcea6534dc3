package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** G3: a window is memory of its own rank: stored by one kernel, loaded by the next. */
final class WindowRoundTrip {
  private WindowRoundTrip() {}

  @InCore
  static void put(@Shape("1, 256") Tensor<F32> x, @Shape("1, 256") @Out Window<F32> data) {
    data.store(x.load());
  }

  @InCore
  static void take(@Shape("1, 256") Window<F32> data, @Shape("1, 256") @Out Tensor<F32> y) {
    y.store(data.load());
  }

  @Jit
  static void perDevice(
      @Shape("1, 256") Tensor<F32> x,
      @Shape("1, 256") @Out Tensor<F32> y,
      @Shape("1, 256") @Out Window<F32> data) {
    put(x, data);
    take(data, y);
  }

  @Host
  static void roundTrip(
      World world,
      @Shape("ranks, 1, 256") Tensor<F32> xs,
      @Shape("ranks, 1, 256") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(1, 256));
    world.forEachRank(r -> perDevice(xs.at(r), ys.at(r), data));
  }
}
