package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Row s of rank r becomes row r of rank s: by hand, in a kernel, in a program. */
final class AllToAllThreeWays {
  @InCore
  static void push(
      @Shape("ranks, n") Tensor<F32> x,
      @Shape("ranks, n") @Out Tensor<F32> y,
      @Shape("ranks, n") Window<F32> data,
      @Shape("ranks") Signal arrived) {
    int me = data.rank();
    for (int peer : range(data.ranks())) {
      data.row(me).put(peer, x.row(peer));
      arrived.notify(peer, at(me));
    }
    for (int source : range(data.ranks())) {
      arrived.await(at(source));
      y.row(source).store(data.row(source).load()); // while others are still on their way
    }
  }

  @Host
  static void byHand(
      World world,
      @Shape("ranks, ranks, n") Tensor<F32> xs,
      @Shape("ranks, ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(world.size(), xs.dim(2)));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> push(xs.at(r), ys.at(r), data, arrived));
  }

  @InCore
  static void call(
      @Shape("ranks, n") Tensor<F32> x,
      @Shape("ranks, n") @Out Tensor<F32> y,
      @Shape("ranks, n") Window<F32> from,
      @Shape("ranks, n") Window<F32> to,
      @Shape("ranks") Signal signal) {
    from.store(x.load());
    to.allToAll(from, signal);
    y.store(to.load());
  }

  @Host
  static void inKernel(
      World world,
      @Shape("ranks, ranks, n") Tensor<F32> xs,
      @Shape("ranks, ranks, n") @Out Tensor<F32> ys) {
    Window<F32> from = world.window(F32, shape(world.size(), xs.dim(2)));
    Window<F32> to = world.window(F32, shape(world.size(), xs.dim(2)));
    Signal signal = world.signalFor(to);
    world.forEachRank(r -> call(xs.at(r), ys.at(r), from, to, signal));
  }

  @InCore
  static void stage(@Shape("m, n") Tensor<F32> x, @Shape("m, n") Window<F32> data) {
    data.store(x.load());
  }

  @InCore
  static void show(@Shape("m, n") Window<F32> data, @Shape("m, n") @Out Tensor<F32> y) {
    y.store(data.load());
  }

  @Host
  static void inProgram(
      World world,
      @Shape("ranks, ranks, n") Tensor<F32> xs,
      @Shape("ranks, ranks, n") @Out Tensor<F32> ys) {
    Window<F32> from = world.window(F32, shape(world.size(), xs.dim(2)));
    Window<F32> to = world.window(F32, shape(world.size(), xs.dim(2)));
    world.forEachRank(r -> stage(xs.at(r), from));
    to.allToAll(from);
    world.forEachRank(r -> show(to, ys.at(r)));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {0, 1, 2, 10, 11, 12, 20, 21, 22}, 3, 3, 1);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 3, 1));
    try (DevicePool pool = DevicePool.threads(3);
        var byHand = AllToAllThreeWaysPrograms.byHand().prepare(pool);
        var inKernel = AllToAllThreeWaysPrograms.inKernel().prepare(pool);
        var inProgram = AllToAllThreeWaysPrograms.inProgram().prepare(pool)) {
      byHand.run(xs, ys);
      System.out.println("by hand:      " + ys.load());
      inKernel.run(xs, ys);
      System.out.println("in a kernel:  " + ys.load());
      inProgram.run(xs, ys);
      System.out.println("in a program: " + ys.load());
    }
  }
}
