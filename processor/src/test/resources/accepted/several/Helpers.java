package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Helpers {
  static final int FACTOR = 3;

  @Inline
  static Tile<F32> twice(Tile<F32> t) {
    return t.add(t);
  }

  @InCore
  static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    y.store(x.load());
  }
}
