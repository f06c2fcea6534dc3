package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** G1: every rank adds its number. */
final class HelloRank {
  private HelloRank() {}

  @InCore
  static void hello(@Shape("8, 8") Tensor<F32> x, @Shape("8, 8") @Out Tensor<F32> y, int rank) {
    y.store(x.load().add(rank));
  }

  @Jit
  static void perDevice(@Shape("8, 8") Tensor<F32> x, @Shape("8, 8") @Out Tensor<F32> y, int rank) {
    hello(x, y, rank);
  }

  @Host
  static void helloAll(
      World world,
      @Shape("ranks, 8, 8") Tensor<F32> xs,
      @Shape("ranks, 8, 8") @Out Tensor<F32> ys) {
    world.forEachRank(r -> perDevice(xs.at(r), ys.at(r), r));
  }
}
