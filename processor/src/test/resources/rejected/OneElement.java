package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A tile of one element that may not be there is not stretched. */
final class OneElement {
  @InCore
  static void stretched(
      @Shape("1, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y, int valid, int other) {
    Tile<F32> some = x.load(at(0, 0), shape(1, 1), shape(1, valid));
    y.store(x.load().add(some)); // error: SML-205 at 13:25 is [1, n], some is [1, 1] valid [1, valid]
    y.store(some.sub(x.load())); // error: SML-205 at 14:21 some is [1, 1] valid [1, valid]
    Tile<F32> rest = x.load(at(0, 0), shape(1, 1), shape(1, other));
    y.store(rest.mul(some)); // error: SML-205 at 16:21 valid boxes differ: rest is [1, 1] valid [1, o
  }

  @InCore
  static void product(
      @Shape("1, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y, int valid) {
    Tile<F32> some = x.load(at(0, 0), shape(1, 1), shape(1, valid));
    Tile<F32> one = x.load(at(0, 0), shape(1, 1));
    y.store(some.addMatmul(one, x.load())); // error: SML-204 at 24:27 the product is [1, n], what
  }
}
