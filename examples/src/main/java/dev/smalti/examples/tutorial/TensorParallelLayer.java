package dev.smalti.examples.tutorial;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Two linear layers of a network, of which each rank has some of the hidden neurons. */
final class TensorParallelLayer {
  static final int HIDDEN = 8;

  /** The part of this rank, summed over all ranks, and the input added. */
  @InCore
  static void layer(
      @Shape("m, k") Tensor<F32> x,
      @Shape("h, k") Tensor<F32> up,
      @Shape("h, k") Tensor<F32> down,
      @Shape("m, k") @Out Tensor<F32> y,
      @Shape("m, k") Window<F32> sum,
      @Shape("ranks") Signal signal) {
    Tile<F32> hidden = x.load().matmul(up.load().transpose()).relu();
    sum.store(hidden.matmul(down.load()));
    sum.allReduce(signal, SUM);
    y.store(sum.load().add(x.load()));
  }

  @Host(worlds = "1, 2, 4, 8")
  static void layers(
      World world,
      @Shape("m, k") Tensor<F32> x,
      @Shape("ranks, h, k") Tensor<F32> up,
      @Shape("ranks, h, k") Tensor<F32> down,
      @Shape("ranks, m, k") @Out Tensor<F32> ys) {
    Window<F32> sum = world.window(F32, shape(x.dim(0), x.dim(1)));
    Signal signal = world.signalFor(sum);
    world.forEachRank(r -> layer(x, up.at(r), down.at(r), ys.at(r), sum, signal));
  }

  public static void main(String[] args) {
    float[] up = new float[HIDDEN * 2];
    float[] down = new float[HIDDEN * 2];
    for (int i = 0; i < up.length; i++) {
      up[i] = i % 5 - 2;
      down[i] = i % 3 - 1;
    }
    Tensor<F32> x = Tensor.of(new float[] {1, 2, 3, -4}, 2, 2);
    for (int ranks : new int[] {1, 2, 4}) {
      Tensor<F32> ys = Tensor.zeros(F32, shape(ranks, 2, 2));
      try (DevicePool pool = DevicePool.threads(ranks);
          var program = TensorParallelLayerPrograms.layers().prepare(pool)) {
        program.run(
            x,
            Tensor.of(up, ranks, HIDDEN / ranks, 2),
            Tensor.of(down, ranks, HIDDEN / ranks, 2),
            ys);
      }
      System.out.println("ranks = " + ranks + ": " + ys.at(0).load());
    }
  }
}
