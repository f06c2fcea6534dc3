package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Row r of the sum, on rank r: by hand, in a kernel, in a program. */
final class ReduceScatterThreeWays {
  @InCore
  static void pull(
      @Shape("ranks, n") Tensor<F32> x,
      @Shape("1, n") @Out Tensor<F32> y,
      @Shape("ranks, n") Window<F32> data,
      @Shape("ranks") Signal ready) {
    data.store(x.load());
    ready.barrier();
    Window<F32> mine = data.row(data.rank());
    Tile<F32> sum = mine.remoteLoad(0);
    for (int peer : range(1, data.ranks())) {
      sum = sum.add(mine.remoteLoad(peer));
    }
    y.store(sum);
  }

  @Host
  static void byHand(
      World world,
      @Shape("ranks, ranks, n") Tensor<F32> xs,
      @Shape("ranks, 1, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(world.size(), xs.dim(2)));
    Signal ready = world.signal(shape(world.size()));
    world.forEachRank(r -> pull(xs.at(r), ys.at(r), data, ready));
  }

  @InCore
  static void call(
      @Shape("ranks, n") Tensor<F32> x,
      @Shape("1, n") @Out Tensor<F32> y,
      @Shape("ranks, n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    data.store(x.load());
    data.reduceScatter(signal, SUM);
    y.store(data.row(data.rank()).load());
  }

  @Host
  static void inKernel(
      World world,
      @Shape("ranks, ranks, n") Tensor<F32> xs,
      @Shape("ranks, 1, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(world.size(), xs.dim(2)));
    Signal signal = world.signalFor(data);
    world.forEachRank(r -> call(xs.at(r), ys.at(r), data, signal));
  }

  @InCore
  static void stage(@Shape("m, n") Tensor<F32> x, @Shape("m, n") Window<F32> data) {
    data.store(x.load());
  }

  @InCore
  static void show(@Shape("1, n") Window<F32> data, @Shape("1, n") @Out Tensor<F32> y) {
    y.store(data.load());
  }

  @Host
  static void inProgram(
      World world,
      @Shape("ranks, ranks, n") Tensor<F32> xs,
      @Shape("ranks, 1, n") @Out Tensor<F32> ys) {
    Window<F32> all = world.window(F32, shape(world.size(), xs.dim(2)));
    Window<F32> mine = world.window(F32, shape(1, xs.dim(2)));
    world.forEachRank(r -> stage(xs.at(r), all));
    mine.reduceScatter(all, SUM);
    world.forEachRank(r -> show(mine, ys.at(r)));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 3, 10, 20, 30, 100, 200, 300}, 3, 3, 1);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 1, 1));
    try (DevicePool pool = DevicePool.threads(3);
        var byHand = ReduceScatterThreeWaysPrograms.byHand().prepare(pool);
        var inKernel = ReduceScatterThreeWaysPrograms.inKernel().prepare(pool);
        var inProgram = ReduceScatterThreeWaysPrograms.inProgram().prepare(pool)) {
      byHand.run(xs, ys);
      System.out.println("by hand:      " + ys.load());
      inKernel.run(xs, ys);
      System.out.println("in a kernel:  " + ys.load());
      inProgram.run(xs, ys);
      System.out.println("in a program: " + ys.load());
    }
  }
}
