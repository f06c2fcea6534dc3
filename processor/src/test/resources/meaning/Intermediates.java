import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Kernels that hand tensors of the device to each other. */
final class Intermediates {
  private Intermediates() {}

  record Pair(Tensor<F32> first, Tensor<F64> second) {}

  @InCore
  static void scaled(
      @Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y, double factor) {
    y.store(x.load().mul(factor));
  }

  @InCore
  static void widened(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F64> y) {
    y.store(x.load().cast(F64).div(3));
  }

  @InCore
  static void counted(@Shape("m, n") Tensor<I32> k, @Shape("m, n") @InOut Tensor<I32> counts) {
    counts.store(counts.load().add(k.load()));
  }

  @InCore
  static void sum(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F64> b,
      @Shape("m, n") Tensor<I32> k,
      @Shape("m, n") @InOut Tensor<F32> y) {
    y.store(y.load().add(a.load()).add(b.load().cast(F32)).add(k.load().cast(F32)));
  }

  @Inline
  static Tensor<F32> half(Tensor<F32> x) {
    Tensor<F32> result = Tensor.undefined(F32, shape(x.dim(0), x.dim(1)));
    scaled(x, result, 0.5);
    return result;
  }

  @Jit
  static void chained(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tensor<F32> twice = Tensor.undefined(F32, shape(1, 8));
    Tensor<F64> wide = Tensor.undefined(F64, shape(1, x.dim(1)));
    scaled(x, twice, 2 * d);
    widened(twice, wide);
    Pair pair = new Pair(half(half(twice)), wide);
    for (int round : range(3)) {
      Tensor<I32> counts = Tensor.zeros(I32, shape(1, 8));
      for (int more = 0; more <= round; more++) {
        counted(k, counts);
      }
      sum(pair.first(), pair.second(), counts, y);
    }
  }

  /** Extents and parts that are known when it runs; below 1 there is none. */
  @Jit
  static void sized(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    int rows = Math.min(i, 7);
    var table = Tensor.zeros(F32, shape(rows + 1, 8));
    for (int row : range(rows)) {
      scaled(x, table.rows(row, 1), row + d);
    }
    Tensor<F64> none = Tensor.zeros(F64, shape(1, 8));
    var counts = Tensor.zeros(I32, shape(1, 8));
    sum(table.rows(rows, 1), none, counts, y);
    if (rows > 0) {
      sum(table.rows(rows - 1, 1), none, k, y);
    }
  }
}
