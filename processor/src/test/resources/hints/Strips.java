import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** What is done again for each strip, and near programs in which it is done once. */
final class Strips {
  @InCore
  static void weights(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("1, columns") Tensor<F32> weight,
      @Shape("rows, columns") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> scale = t.mul(t).rowSum().rsqrt();
    y.store(t.mul(scale).mul(weight.load().add(1)));
  }

  /** The length of a row is known, and small. */
  @InCore
  static void shortRows(
      @Shape("rows, 1024") Tensor<F32> x,
      @Shape("1, 1024") Tensor<F32> weight,
      @Shape("rows, 1024") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> scale = t.mul(t).rowSum().rsqrt();
    y.store(t.mul(scale).mul(weight.load().add(1)));
  }

  @InCore
  static void hidden(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, h") Tensor<F32> up,
      @Shape("h, n") Tensor<F32> down,
      @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> hidden = x.load().matmul(up.load()).relu();
    y.store(hidden.matmul(down.load()));
  }

  @InCore
  static void oneProduct(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, h") Tensor<F32> up,
      @Shape("m, h") @Out Tensor<F32> y) {
    y.store(x.load().matmul(up.load()).relu());
  }
}

// note: SML-804 at 13:38 rowSum is folded again for each strip of 8,192 columns
// note: SML-804 at 34:47 the right factor is read again for each strip of max(1, 32768 / h) rows
// note: SML-804 at 35:36 the right factor is read again for each strip of max(1, 32768 / h) rows
