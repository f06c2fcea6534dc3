package app;

import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.at;
import static dev.smalti.lang.Smalti.range;
import static dev.smalti.lang.Smalti.shape;
import static java.lang.Math.min;
import static java.lang.Short.MAX_VALUE;

import dev.smalti.lang.InCore;
import dev.smalti.lang.Out;
import dev.smalti.lang.Shape;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;

final class StaticImports {
  static final int ROWS = 4;

  @InCore
  static void halves(@Shape("rows, 8") Tensor<F32> x, @Shape("rows, 8") @Out Tensor<F32> y) {
    for (int row : range(0, x.dim(0), ROWS)) {
      int valid = min(ROWS, x.dim(0) - row);
      Tile<F32> t = x.load(at(row, 0), shape(ROWS, 8), shape(valid, 8));
      y.store(t.mul(0.5).add(MAX_VALUE), at(row, 0));
    }
  }
}
