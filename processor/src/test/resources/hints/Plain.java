import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Loops that are not written in vectors, and near ones that are. */
final class Plain {
  @InCore
  static void half(@Shape("n, 512") Tensor<F16> x, @Shape("n, 512") @Out Tensor<F16> y) {
    y.store(x.load().mul(2).add(1));
  }

  @InCore
  static void single(@Shape("n, 512") Tensor<F32> x, @Shape("n, 512") @Out Tensor<F32> y) {
    y.store(x.load().mul(2).add(1));
  }

  @InCore
  static void halfProduct(
      @Shape("n, 512") Tensor<F16> x,
      @Shape("512, 64") Tensor<F16> w,
      @Shape("n, 64") @Out Tensor<F32> y) {
    y.store(x.load().matmul(w.load(), F32));
  }

  @InCore
  static void divided(@Shape("n, 512") Tensor<I32> x, @Shape("n, 512") @Out Tensor<I32> y) {
    y.store(x.load().div(3));
  }

  @InCore
  static void shifted(@Shape("n, 512") Tensor<I32> x, @Shape("n, 512") @Out Tensor<I32> y) {
    y.store(x.load().shr(3));
  }

  @InCore
  static void column(@Shape("n, 1") Tensor<F32> x, @Shape("n, 1") @Out Tensor<F32> y) {
    y.store(x.load().exp());
  }

  @InCore
  static void row(@Shape("1, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y) {
    y.store(x.load().exp());
  }

  /** One number a row, beside a loop over the row. */
  @InCore
  static void statistic(@Shape("n, 512") Tensor<F32> x, @Shape("n, 1") @Out Tensor<F32> y) {
    y.store(x.load().rowSum().exp());
  }

  @InCore
  static void widened(@Shape("n, 512") Tensor<F32> x, @Shape("n, 512") @Out Tensor<F64> y) {
    y.store(x.load().cast(F64).mul(2));
  }

  @InCore
  static void added(@Shape("n, 512") Tensor<F32> x, @Shape("n, 512") @InOut Tensor<F32> y) {
    y.store(x.load().mul(2), at(0, 0), ADD);
  }

  @InCore
  static void afterProduct(
      @Shape("n, 512") Tensor<F32> x,
      @Shape("512, 64") Tensor<F32> w,
      @Shape("n, 64") @Out Tensor<F16> y) {
    y.store(x.load().matmul(w.load()).cast(F16));
  }
}

// note: SML-803 at 9:32 this loop is not written in vectors: plain loops have an instruction that converts F16, vectors have none
// note: SML-803 at 27:25 this loop is not written in vectors: processors have no instruction for a division of I32
// note: SML-803 at 37:25 this loop is not written in vectors: vectors go along rows, and the tile has one column
// note: SML-803 at 53:35 this loop is not written in vectors: F32 is converted to F64 one by one
// note: SML-803 at 58:25 this loop is not written in vectors: each element is added to memory by itself, as others may add to it
// note: SML-803 at 66:43 what follows the product is not written in vectors: plain loops have an instruction that converts F16, vectors have none
