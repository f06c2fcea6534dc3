package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The sum of all rows on every rank, by the library: in a program, and in a kernel. */
final class AllReduceInOneLine {
  @InCore
  static void stage(@Shape("n") Tensor<F32> x, @Shape("n") Window<F32> data) {
    data.store(x.load());
  }

  @InCore
  static void show(@Shape("n") Window<F32> data, @Shape("n") @Out Tensor<F32> y) {
    y.store(data.load());
  }

  /** One collective after the other, each with a window of its own. */
  @Host
  static void inProgram(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, 4, n") @Out Tensor<F32> ys) {
    Window<F32> chosen = world.window(F32, shape(xs.dim(1)));
    Window<F32> mesh = world.window(F32, shape(xs.dim(1)));
    Window<F32> twoPhase = world.window(F32, shape(xs.dim(1)));
    Window<F32> ring = world.window(F32, shape(xs.dim(1)));
    world.forEachRank(r -> stage(xs.at(r), chosen));
    world.forEachRank(r -> stage(xs.at(r), mesh));
    world.forEachRank(r -> stage(xs.at(r), twoPhase));
    world.forEachRank(r -> stage(xs.at(r), ring));
    chosen.allReduce(SUM);
    mesh.allReduce(SUM, MESH);
    twoPhase.allReduce(SUM, TWO_PHASE);
    ring.allReduce(SUM, RING);
    world.forEachRank(r -> show(chosen, ys.at(r).at(0)));
    world.forEachRank(r -> show(mesh, ys.at(r).at(1)));
    world.forEachRank(r -> show(twoPhase, ys.at(r).at(2)));
    world.forEachRank(r -> show(ring, ys.at(r).at(3)));
  }

  @InCore
  static void sum(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    data.store(x.load());
    data.allReduce(signal, SUM, RING);
    y.store(data.load());
  }

  @Host
  static void inKernel(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal signal = world.signalFor(data);
    world.forEachRank(r -> sum(xs.at(r), ys.at(r), data, signal));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 10, 20, 100, 200}, 3, 2);
    Tensor<F32> four = Tensor.zeros(F32, shape(3, 4, 2));
    Tensor<F32> one = Tensor.zeros(F32, shape(3, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var inProgram = AllReduceInOneLinePrograms.inProgram().prepare(pool);
        var inKernel = AllReduceInOneLinePrograms.inKernel().prepare(pool)) {
      inProgram.run(xs, four);
      inKernel.run(xs, one);
    }
    System.out.println("rank 0, four ways: " + four.at(0).load());
    System.out.println("all, in a kernel:  " + one.load());
  }
}
