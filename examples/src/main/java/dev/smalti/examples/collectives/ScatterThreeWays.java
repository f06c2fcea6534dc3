package dev.smalti.examples.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A row for each rank, from what one rank has: by hand, in a kernel, in a program. */
final class ScatterThreeWays {
  @InCore
  static void push(
      @Shape("ranks, n") Tensor<F32> x,
      @Shape("1, n") @Out Tensor<F32> y,
      @Shape("1, n") Window<F32> row,
      @Shape("1") Signal arrived,
      int root) {
    if (row.rank() == root) {
      for (int peer : range(row.ranks())) {
        row.put(peer, x.row(peer));
        arrived.notify(peer, at(0));
      }
    }
    arrived.await(at(0));
    y.store(row.load());
  }

  @Host
  static void byHand(
      World world,
      @Shape("ranks, ranks, n") Tensor<F32> xs,
      @Shape("ranks, 1, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> row = world.window(F32, shape(1, xs.dim(2)));
    Signal arrived = world.signal(shape(1));
    world.forEachRank(r -> push(xs.at(r), ys.at(r), row, arrived, root));
  }

  @InCore
  static void call(
      @Shape("ranks, n") Tensor<F32> x,
      @Shape("1, n") @Out Tensor<F32> y,
      @Shape("ranks, n") Window<F32> all,
      @Shape("1, n") Window<F32> row,
      @Shape("ranks") Signal signal,
      int root) {
    all.store(x.load());
    row.scatter(all, signal, root);
    y.store(row.load());
  }

  @Host
  static void inKernel(
      World world,
      @Shape("ranks, ranks, n") Tensor<F32> xs,
      @Shape("ranks, 1, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> all = world.window(F32, shape(world.size(), xs.dim(2)));
    Window<F32> row = world.window(F32, shape(1, xs.dim(2)));
    Signal signal = world.signalFor(row);
    world.forEachRank(r -> call(xs.at(r), ys.at(r), all, row, signal, root));
  }

  @InCore
  static void stage(@Shape("ranks, n") Tensor<F32> x, @Shape("ranks, n") Window<F32> all) {
    all.store(x.load());
  }

  @InCore
  static void show(@Shape("1, n") Window<F32> row, @Shape("1, n") @Out Tensor<F32> y) {
    y.store(row.load());
  }

  @Host
  static void inProgram(
      World world,
      @Shape("ranks, ranks, n") Tensor<F32> xs,
      @Shape("ranks, 1, n") @Out Tensor<F32> ys,
      int root) {
    Window<F32> all = world.window(F32, shape(world.size(), xs.dim(2)));
    Window<F32> row = world.window(F32, shape(1, xs.dim(2)));
    world.forEachRank(r -> stage(xs.at(r), all));
    row.scatter(all, root);
    world.forEachRank(r -> show(row, ys.at(r)));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.zeros(F32, shape(3, 3, 2));
    xs.at(1).store(Tensor.of(new float[] {1, 2, 10, 20, 100, 200}, 3, 2).load());
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 1, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var byHand = ScatterThreeWaysPrograms.byHand().prepare(pool);
        var inKernel = ScatterThreeWaysPrograms.inKernel().prepare(pool);
        var inProgram = ScatterThreeWaysPrograms.inProgram().prepare(pool)) {
      byHand.run(xs, ys, 1);
      System.out.println("by hand:      " + ys.load());
      inKernel.run(xs, ys, 1);
      System.out.println("in a kernel:  " + ys.load());
      inProgram.run(xs, ys, 1);
      System.out.println("in a program: " + ys.load());
    }
  }
}
