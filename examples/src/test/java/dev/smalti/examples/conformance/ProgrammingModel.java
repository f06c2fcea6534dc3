package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** G2: the three planes; two kernels after one another on each device. */
final class ProgrammingModel {
  private ProgrammingModel() {}

  @InCore
  static void scale(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("rows, columns") @Out Tensor<F32> y,
      int factor) {
    y.store(x.load().mul(factor));
  }

  @InCore
  static void negate(@Shape("?, ?") @InOut Tensor<F32> y) {
    y.store(y.load().neg());
  }

  @Jit
  static void perDevice(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("rows, columns") @Out Tensor<F32> y,
      int factor) {
    scale(x, y, -factor);
    negate(y);
  }

  @Host
  static void scaleAll(
      World world,
      @Shape("ranks, rows, columns") Tensor<F32> xs,
      @Shape("ranks, rows, columns") @Out Tensor<F32> ys) {
    world.forEachRank(r -> perDevice(xs.at(r), ys.at(r), r + 1));
  }
}
