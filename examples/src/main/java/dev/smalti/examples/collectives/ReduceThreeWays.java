package dev.smalti.examples.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The sum of the rows of all ranks on one rank: by hand, in a kernel, in a program. */
final class ReduceThreeWays {
  /** The root adds in ascending order of the ranks; the others have their own row in the end. */
  @InCore
  static void pull(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal ready,
      int root) {
    data.store(x.load());
    ready.barrier();
    Tile<F32> sum = x.load();
    if (data.rank() == root) {
      sum = data.remoteLoad(0);
      for (int peer : range(1, data.ranks())) {
        sum = sum.add(data.remoteLoad(peer));
      }
    }
    y.store(sum);
  }

  @Host
  static void byHand(
      World world,
      @Shape("ranks, n") Tensor<F32> xs,
      @Shape("ranks, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal ready = world.signal(shape(world.size()));
    world.forEachRank(r -> pull(xs.at(r), ys.at(r), data, ready, root));
  }

  /** What the windows of the others hold afterwards is not said: they give their own row. */
  @InCore
  static void show(
      @Shape("n") Tensor<F32> x,
      @Shape("n") Window<F32> data,
      @Shape("n") @Out Tensor<F32> y,
      int root) {
    if (data.rank() == root) {
      y.store(data.load());
    } else {
      y.store(x.load());
    }
  }

  @InCore
  static void call(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal signal,
      int root) {
    data.store(x.load());
    data.reduce(signal, SUM, root);
    if (data.rank() == root) {
      y.store(data.load());
    } else {
      y.store(x.load());
    }
  }

  @Host
  static void inKernel(
      World world,
      @Shape("ranks, n") Tensor<F32> xs,
      @Shape("ranks, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal signal = world.signalFor(data);
    world.forEachRank(r -> call(xs.at(r), ys.at(r), data, signal, root));
  }

  @InCore
  static void stage(@Shape("n") Tensor<F32> x, @Shape("n") Window<F32> data) {
    data.store(x.load());
  }

  @Host
  static void inProgram(
      World world,
      @Shape("ranks, n") Tensor<F32> xs,
      @Shape("ranks, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    world.forEachRank(r -> stage(xs.at(r), data));
    data.reduce(SUM, root);
    world.forEachRank(r -> show(xs.at(r), data, ys.at(r), root));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 10, 20, 100, 200}, 3, 2);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var byHand = ReduceThreeWaysPrograms.byHand().prepare(pool);
        var inKernel = ReduceThreeWaysPrograms.inKernel().prepare(pool);
        var inProgram = ReduceThreeWaysPrograms.inProgram().prepare(pool)) {
      byHand.run(xs, ys, 1);
      System.out.println("by hand:      " + ys.load());
      inKernel.run(xs, ys, 1);
      System.out.println("in a kernel:  " + ys.load());
      inProgram.run(xs, ys, 1);
      System.out.println("in a program: " + ys.load());
    }
  }
}
