import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Copies because of memory that may be the same, and near programs without them. */
final class Copies {
  @InCore
  static void shifted(@Shape("1, 64") @InOut Tensor<F32> x, int by) {
    x.store(x.load(at(0, by), shape(1, 8)).mul(2), at(0, 0));
  }

  @InCore
  static void inPlace(@Shape("1, 64") @InOut Tensor<F32> x, int by) {
    x.store(x.load(at(0, by), shape(1, 8)).mul(2), at(0, by));
  }

  @InCore
  static void apart(@Shape("1, 64") @InOut Tensor<F32> x) {
    x.store(x.load(at(0, 8), shape(1, 8)).mul(2), at(0, 0));
  }

  @InCore
  static void ownFactor(
      @Shape("64, 64") Tensor<F32> x,
      @Shape("64, 64") Tensor<F32> w,
      @Shape("64, 64") @Out Tensor<F32> y) {
    Tile<F32> power = x.load();
    for (int i : range(3)) {
      power = power.matmul(w.load());
    }
    y.store(power);
  }
}

// note: SML-805 at 9:47 product [1, 8] is copied first: line 9 stores to the memory that it comes from, at other places perhaps
// note: SML-805 at 29:34 the result of the product is copied to its tile: the tile is a factor as well
