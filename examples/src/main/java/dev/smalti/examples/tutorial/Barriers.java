package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Every rank reads the row of the next one, once all have stored theirs. */
final class Barriers {
  @InCore
  static void byHand(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal arrived) {
    int me = data.rank();
    int ranks = data.ranks();
    data.store(x.load());
    for (int peer : range(ranks)) {
      if (peer != me) {
        arrived.notify(peer, at(me));
      }
    }
    for (int source : range(ranks)) {
      if (source != me) {
        arrived.await(at(source));
      }
    }
    y.store(data.remoteLoad((me + 1) % ranks));
  }

  @InCore
  static void builtIn(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal arrived) {
    data.store(x.load());
    arrived.barrier();
    y.store(data.remoteLoad((data.rank() + 1) % data.ranks()));
  }

  @Host
  static void nextByHand(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> byHand(xs.at(r), ys.at(r), data, arrived));
  }

  @Host
  static void nextBuiltIn(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> builtIn(xs.at(r), ys.at(r), data, arrived));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {0, 1, 10, 11, 20, 21}, 3, 2);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var byHand = BarriersPrograms.nextByHand().prepare(pool);
        var builtIn = BarriersPrograms.nextBuiltIn().prepare(pool)) {
      byHand.run(xs, ys);
      System.out.println("by hand:  " + ys.load());
      builtIn.run(xs, ys);
      System.out.println("built in: " + ys.load());
    }
  }
}
