package dev.smalti.examples.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/**
 * A row to the next rank, and one from the rank before: by hand, and by the collective, which only
 * a kernel can call, since each rank names other peers.
 */
final class SendReceiveTwoWays {
  @InCore
  static void push(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("1") Signal arrived) {
    int next = (data.rank() + 1) % data.ranks();
    data.put(next, x);
    arrived.notify(next, at(0));
    arrived.await(at(0));
    y.store(data.load());
  }

  @Host
  static void byHand(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal arrived = world.signal(shape(1));
    world.forEachRank(r -> push(xs.at(r), ys.at(r), data, arrived));
  }

  @InCore
  static void call(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    int next = (data.rank() + 1) % data.ranks();
    int previous = (data.rank() + data.ranks() - 1) % data.ranks();
    data.sendReceive(x, signal, next, previous);
    y.store(data.load());
  }

  @Host
  static void inKernel(
      World world, @Shape("ranks, n") Tensor<F32> xs, @Shape("ranks, n") @Out Tensor<F32> ys) {
    Window<F32> data = world.window(F32, shape(xs.dim(1)));
    Signal signal = world.signalFor(data);
    world.forEachRank(r -> call(xs.at(r), ys.at(r), data, signal));
  }

  public static void main(String[] args) {
    Tensor<F32> xs = Tensor.of(new float[] {1, 2, 10, 20, 100, 200}, 3, 2);
    Tensor<F32> ys = Tensor.zeros(F32, shape(3, 2));
    try (DevicePool pool = DevicePool.threads(3);
        var byHand = SendReceiveTwoWaysPrograms.byHand().prepare(pool);
        var inKernel = SendReceiveTwoWaysPrograms.inKernel().prepare(pool)) {
      byHand.run(xs, ys);
      System.out.println("by hand:     " + ys.load());
      inKernel.run(xs, ys);
      System.out.println("in a kernel: " + ys.load());
    }
  }
}
