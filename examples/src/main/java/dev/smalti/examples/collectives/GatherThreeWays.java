package dev.smalti.examples.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The rows of all ranks on one rank: by hand, in a kernel, in a program. */
final class GatherThreeWays {
  @InCore
  static void push(
      @Shape("1, n") Tensor<F32> x,
      @Shape("ranks, n") @Out Tensor<F32> y,
      @Shape("ranks, n") Window<F32> all,
      @Shape("ranks") Signal arrived,
      int root) {
    all.row(all.rank()).put(root, x);
    arrived.notify(root, at(all.rank()));
    if (all.rank() == root) {
      arrived.awaitAll(at(0), shape(all.ranks()));
    }
    y.store(all.load());
  }

  @Host
  static void byHand(
      World world,
      @Shape("ranks, 1, n") Tensor<F32> xs,
      @Shape("ranks, ranks, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> all = world.window(F32, shape(world.size(), xs.dim(2)));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> push(xs.at(r), ys.at(r), all, arrived, root));
  }

  @InCore
  static void call(
      @Shape("1, n") Tensor<F32> x,
      @Shape("ranks, n") @Out Tensor<F32> y,
      @Shape("ranks, n") Window<F32> all,
      @Shape("ranks") Signal signal,
      int root) {
    all.gather(x, signal, root);
    y.store(all.load());
  }

  @Host
  static void inKernel(
      World world,
      @Shape("ranks, 1, n") Tensor<F32> xs,
      @Shape("ranks, ranks, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> all = world.window(F32, shape(world.size(), xs.dim(2)));
    Signal signal = world.signalFor(all);
    world.forEachRank(r -> call(xs.at(r), ys.at(r), all, signal, root));
  }

  @InCore
  static void stage(@Shape("1, n") Tensor<F32> x, @Shape("1, n") Window<F32> row) {
    row.store(x.load());
  }

  @InCore
  static void show(@Shape("ranks, n") Window<F32> all, @Shape("ranks, n") @Out Tensor<F32> y) {
    y.store(all.load());
  }

  @Host
  static void inProgram(
      World world,
      @Shape("ranks, 1, n") Tensor<F32> xs,
      @Shape("ranks, ranks, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> row = world.window(F32, shape(1, xs.dim(2)));
    Window<F32> all = world.window(F32, shape(world.size(), xs.dim(2)));
    world.forEachRank(r -> stage(xs.at(r), row));
    all.gather(row, root);
    world.forEachRank(r -> show(all, ys.at(r)));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 10, 20, 100, 200}, 3, 1, 2);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 3, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var byHand = GatherThreeWaysPrograms.byHand().prepare(pool);
        var inKernel = GatherThreeWaysPrograms.inKernel().prepare(pool);
        var inProgram = GatherThreeWaysPrograms.inProgram().prepare(pool)) {
      byHand.run(xs, ys, 1);
      System.out.println("by hand:      " + ys.at(1).load());
      inKernel.run(xs, ys, 1);
      System.out.println("in a kernel:  " + ys.at(1).load());
      inProgram.run(xs, ys, 1);
      System.out.println("in a program: " + ys.at(1).load());
    }
  }
}
