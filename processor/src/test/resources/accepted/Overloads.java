package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Overloads {
  @InCore
  static void twice(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    y.store(x.load().mul(2));
  }

  @InCore
  static void twice(
      @Shape("n") Tensor<F64> x, @Shape("n") @Out Tensor<F64> y, double more, boolean all) {
    y.store(x.load().mul(all ? 2 * more : more));
  }

  @InCore
  static void twice(@Shape("n") Tensor<I32> x, @Shape("n") @Out Tensor<I32> y, int by) {
    y.store(x.load().mul(by));
  }

  /** Not annotated. */
  static int twice(int x) {
    return 2 * x;
  }

  static void use(Tensor<F32> f, Tensor<F64> d, Tensor<I32> i) {
    OverloadsKernels.twice(f, f);
    OverloadsKernels.twice(d, d, 1, true);
    OverloadsKernels.twice(i, i, twice(1));
  }
}
