package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Größen, 大きさ: names of any script. */
final class Unicode {
  static final int GRÖSSE = 8;

  @InCore
  static void größer(
      @Shape("GRÖSSE") Tensor<F32> wert, @Shape("GRÖSSE") @Out Tensor<F32> 結果, double λ) {
    Tile<F32> größe = wert.load(); // ist größer als vorher
    結果.store(größe.mul(λ));
  }

  static void use(Tensor<F32> x, Tensor<F32> y) {
    UnicodeKernels.größer(x, y, 1.5);
  }
}
