package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Memory is copied to the next rank, or from it, without a tile in between. */
final class PutAndGet {
  @InCore
  static void put(
      @Shape("m, n") Tensor<F32> x,
      @Shape("m, n") @Out Tensor<F32> y,
      @Shape("m, n") Window<F32> box,
      @Shape("1") Signal arrived) {
    int next = (box.rank() + 1) % box.ranks();
    box.put(next, x);
    arrived.notify(next, at(0));
    arrived.await(at(0));
    y.store(box.load());
  }

  @InCore
  static void get(
      @Shape("m, n") Tensor<F32> x,
      @Shape("m, n") @Out Tensor<F32> y,
      @Shape("m, n") Window<F32> box,
      @Shape("1") Signal ready) {
    int me = box.rank();
    int ranks = box.ranks();
    box.store(x.load());
    ready.notify((me + ranks - 1) % ranks, at(0)); // who reads this rank
    ready.await(at(0));
    box.get((me + 1) % ranks, y);
  }

  @Host
  static void putAll(
      World world,
      @Shape("ranks, m, n") Tensor<F32> xs,
      @Shape("ranks, m, n") @Out Tensor<F32> ys) {
    Window<F32> box = world.window(F32, shape(xs.dim(1), xs.dim(2)));
    Signal arrived = world.signal(shape(1));
    world.forEachRank(r -> put(xs.at(r), ys.at(r), box, arrived));
  }

  @Host
  static void getAll(
      World world,
      @Shape("ranks, m, n") Tensor<F32> xs,
      @Shape("ranks, m, n") @Out Tensor<F32> ys) {
    Window<F32> box = world.window(F32, shape(xs.dim(1), xs.dim(2)));
    Signal ready = world.signal(shape(1));
    world.forEachRank(r -> get(xs.at(r), ys.at(r), box, ready));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}, 3, 2, 2);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 2, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var put = PutAndGetPrograms.putAll().prepare(pool);
        var get = PutAndGetPrograms.getAll().prepare(pool)) {
      put.run(xs, ys);
      System.out.println("put: " + ys.load());
      get.run(xs, ys);
      System.out.println("got: " + ys.load());
    }
  }
}
