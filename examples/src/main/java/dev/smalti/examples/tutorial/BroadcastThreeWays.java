package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The row of one rank on every rank: by hand, in a kernel, in a program. */
final class BroadcastThreeWays {
  @InCore
  static void pull(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal ready,
      int root) {
    if (data.rank() == root) {
      data.store(x.load());
    }
    ready.barrier();
    y.store(data.remoteLoad(root));
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

  @InCore
  static void call(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal signal,
      int root) {
    data.store(x.load());
    data.broadcast(signal, root);
    y.store(data.load());
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

  @InCore
  static void show(@Shape("n") Window<F32> data, @Shape("n") @Out Tensor<F32> y) {
    y.store(data.load());
  }

  @Host
  static void inProgram(
      World world,
      @Shape("ranks, n") Tensor<F32> xs,
      @Shape("ranks, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    world.forEachRank(r -> stage(xs.at(r), data));
    data.broadcast(root);
    world.forEachRank(r -> show(data, ys.at(r)));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 10, 20, 100, 200}, 3, 2);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var byHand = BroadcastThreeWaysPrograms.byHand().prepare(pool);
        var inKernel = BroadcastThreeWaysPrograms.inKernel().prepare(pool);
        var inProgram = BroadcastThreeWaysPrograms.inProgram().prepare(pool)) {
      byHand.run(xs, ys, 1);
      System.out.println("by hand:      " + ys.load());
      inKernel.run(xs, ys, 1);
      System.out.println("in a kernel:  " + ys.load());
      inProgram.run(xs, ys, 1);
      System.out.println("in a program: " + ys.load());
    }
  }
}
