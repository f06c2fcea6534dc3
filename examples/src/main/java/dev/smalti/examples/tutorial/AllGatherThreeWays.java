package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The rows of all ranks on every rank: by hand, in a kernel, in a program. */
final class AllGatherThreeWays {
  @InCore
  static void push(
      @Shape("1, n") Tensor<F32> x,
      @Shape("ranks, n") @Out Tensor<F32> y,
      @Shape("ranks, n") Window<F32> data,
      @Shape("ranks") Signal arrived) {
    int me = data.rank();
    for (int peer : range(data.ranks())) {
      data.row(me).put(peer, x);
      arrived.notify(peer, at(me));
    }
    arrived.awaitAll(at(0), shape(data.ranks()));
    y.store(data.load());
  }

  @Host
  static void byHand(
      World world,
      @Shape("ranks, 1, n") Tensor<F32> xs,
      @Shape("ranks, ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(world.size(), xs.dim(2)));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> push(xs.at(r), ys.at(r), data, arrived));
  }

  @InCore
  static void call(
      @Shape("1, n") Tensor<F32> x,
      @Shape("ranks, n") @Out Tensor<F32> y,
      @Shape("ranks, n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    data.allGather(x, signal);
    y.store(data.load());
  }

  @Host
  static void inKernel(
      World world,
      @Shape("ranks, 1, n") Tensor<F32> xs,
      @Shape("ranks, ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(world.size(), xs.dim(2)));
    Signal signal = world.signalFor(data);
    world.forEachRank(r -> call(xs.at(r), ys.at(r), data, signal));
  }

  @InCore
  static void stage(@Shape("1, n") Tensor<F32> x, @Shape("1, n") Window<F32> data) {
    data.store(x.load());
  }

  @InCore
  static void show(@Shape("m, n") Window<F32> data, @Shape("m, n") @Out Tensor<F32> y) {
    y.store(data.load());
  }

  @Host
  static void inProgram(
      World world,
      @Shape("ranks, 1, n") Tensor<F32> xs,
      @Shape("ranks, ranks, n") @Out Tensor<F32> ys) {
    Window<F32> own = world.window(F32, shape(1, xs.dim(2)));
    Window<F32> all = world.window(F32, shape(world.size(), xs.dim(2)));
    world.forEachRank(r -> stage(xs.at(r), own));
    all.allGather(own);
    world.forEachRank(r -> show(all, ys.at(r)));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 3}, 3, 1, 1);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 3, 1));
    try (DevicePool pool = DevicePool.threads(3);
        var byHand = AllGatherThreeWaysPrograms.byHand().prepare(pool);
        var inKernel = AllGatherThreeWaysPrograms.inKernel().prepare(pool);
        var inProgram = AllGatherThreeWaysPrograms.inProgram().prepare(pool)) {
      byHand.run(xs, ys);
      System.out.println("by hand:      " + ys.load());
      inKernel.run(xs, ys);
      System.out.println("in a kernel:  " + ys.load());
      inProgram.run(xs, ys);
      System.out.println("in a program: " + ys.load());
    }
  }
}
