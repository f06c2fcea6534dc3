import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Tiles of one element that may not be there, beside a number and beside one that is there. */
public final class OneElement {
  private OneElement() {}

  @InCore
  static void besideNumbers(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tile<F32> some = x.load(at(0, 0), shape(1, 1), shape(1, Math.max(0, Math.min(1, i))));
    y.store(some.add(2).mul(d), at(0, 1));
    y.store(some.max(0).neg().exp(), at(0, 3));
    y.store(some.gt(d).select(some.sub(d), some.mul(some)), at(0, 5));
    y.store(some.fma(Tile.fill(F32, shape(1, 1), d), some), at(0, 7));
  }

  @InCore
  static void besideTiles(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tile<F32> some = x.load(at(0, 0), shape(1, 1), shape(Math.max(0, Math.min(1, i)), 1));
    Tile<F32> one = x.load(at(0, 1), shape(1, 1));
    y.store(one.sub(some), at(0, 0));
    y.store(some.sub(one), at(0, 2));
    y.store(one.lt(some).select(some, one), at(0, 4));
    y.store(one.fma(one, some), at(0, 6));
    y.store(x.load(at(0, 0), shape(1, 8), shape(Math.max(0, Math.min(1, i)), 8)).add(one).add(d).rowMax(), at(0, 7));
  }

  @InCore
  static void rows(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tile<F32> row = x.load();
    y.store(x.load(at(0, 0), shape(1, 8), shape(Math.max(0, Math.min(1, i)), 8)).mul(row).add(d));
  }

  @InCore
  static void inSteps(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    for (int j : range(8)) {
      int valid = Math.max(0, Math.min(1, i - j));
      Tile<F32> some = x.load(at(0, j), shape(1, 1), shape(1, valid));
      y.store(some.mul(some.add(d)).add(j), at(0, j));
    }
  }
}
