package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Rows go around: pulled from the next rank, or pushed to it. */
final class LoadAndStore {
  @InCore
  static void pull(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal ready) {
    int next = (data.rank() + 1) % data.ranks();
    data.store(x.load());
    ready.barrier(); // all have stored
    y.store(data.remoteLoad(next));
  }

  @InCore
  static void push(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("1") Signal arrived) {
    int next = (data.rank() + 1) % data.ranks();
    data.remoteStore(next, x.load().mul(2));
    arrived.notify(next, at(0)); // the row is there
    arrived.await(at(0)); // the one from before is here
    y.store(data.load());
  }

  @Host
  static void pullAll(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal ready = world.signal(shape(world.size()));
    world.forEachRank(r -> pull(xs.at(r), ys.at(r), data, ready));
  }

  @Host
  static void pushAll(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal arrived = world.signal(shape(1));
    world.forEachRank(r -> push(xs.at(r), ys.at(r), data, arrived));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {0, 1, 10, 11, 20, 21}, 3, 2);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var pull = LoadAndStorePrograms.pullAll().prepare(pool);
        var push = LoadAndStorePrograms.pushAll().prepare(pool)) {
      pull.run(xs, ys);
      System.out.println("pulled: " + ys.load());
      push.run(xs, ys);
      System.out.println("pushed: " + ys.load());
    }
  }
}
