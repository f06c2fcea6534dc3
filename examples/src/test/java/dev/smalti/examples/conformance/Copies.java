package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Copies between tensors and windows of any length, for kernels and as kernels. */
final class Copies {
  private Copies() {}

  /** In pieces that fit a core. */
  @Inline
  static <T extends DType> void stage(Tensor<T> from, Window<T> to) {
    for (int i : range(0, from.dim(0), 4096)) {
      int n = Math.min(4096, from.dim(0) - i);
      to.slice(at(i), shape(n)).store(from.load(at(i), shape(n)));
    }
  }

  /** In pieces that fit a core. */
  @Inline
  static <T extends DType> void show(Window<T> from, Tensor<T> to) {
    for (int i : range(0, from.dim(0), 4096)) {
      int n = Math.min(4096, from.dim(0) - i);
      to.slice(at(i), shape(n)).store(from.load(at(i), shape(n)));
    }
  }

  @InCore
  static <T extends DType> void publish(@Shape("n") Tensor<T> from, @Shape("n") @Out Window<T> to) {
    stage(from, to);
  }

  @InCore
  static <T extends DType> void fetch(@Shape("n") Window<T> from, @Shape("n") @Out Tensor<T> to) {
    show(from, to);
  }

  /** The part of this rank. */
  @InCore
  static void ownPart(@Shape("ranks * n") Window<F32> from, @Shape("n") @Out Tensor<F32> to) {
    show(from.slice(at((long) from.rank() * to.dim(0)), shape(to.dim(0))), to);
  }

  @InCore
  static void publishRows(
      @Shape("4 * ranks, 64") Tensor<F32> from, @Shape("4 * ranks, 64") @Out Window<F32> to) {
    for (int row : range(from.dim(0))) {
      to.row(row).store(from.row(row).load());
    }
  }

  @InCore
  static void fetchRows(
      @Shape("4 * ranks, 64") Window<F32> from, @Shape("4 * ranks, 64") @Out Tensor<F32> to) {
    for (int row : range(from.dim(0))) {
      to.row(row).store(from.row(row).load());
    }
  }
}
