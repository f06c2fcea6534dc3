package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Shapes {
  @InCore
  static void differ(@Shape("1, 256") Tensor<F32> x, @Shape("1, 256") @Out Tensor<F32> y) {
    Tile<F32> sum = x.load();
    Tile<F32> part = x.load(at(0, 1), shape(1, 255));
    sum = sum.add(part); // error: SML-204 at 12:18 [1, 255]
    y.store(sum, at(0, 1)); // error: SML-207 at 13:12 [1, 257)
    y.store(x.load(at(0), shape(1, 256))); // error: SML-206 at 14:19
  }

  @InCore
  static void gaps(@Shape("8, 256") Tensor<F32> x, @Shape("8, 256") @Out Tensor<F32> y) {
    y.row(0).store(x.flat().load(at(0), shape(256)));
    Tensor<F32> part = x.slice(at(0, 0), shape(8, 128));
    y.row(1).store(part.flat().load(at(0), shape(256))); // error: SML-204 at 21:29 one behind
  }
}
