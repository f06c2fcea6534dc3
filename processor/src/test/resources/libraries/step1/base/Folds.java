package base;

import dev.smalti.lang.*;

/** Generic kernels of a library. */
public final class Folds {
  static final int BLOCK = 4;

  private Folds() {}

  @Inline
  public static <T extends DType> Tile<T> folded(Tile<T> t, @Const Reduce op) {
    return t.combine(t.rowReduce(op), op);
  }

  @InCore
  public static <T extends DType> void blocks(
      @Shape("1, many * BLOCK") @InOut Tensor<T> x,
      int times,
      @Const int many,
      @Const Reduce op) {
    for (int i = 0; i < times; i++) {
      for (int block : Smalti.range(many)) {
        Index start = Smalti.at(0, block * BLOCK);
        Tile<T> t = x.load(start, Smalti.shape(1, BLOCK));
        x.store(folded(op == Reduce.SUM ? t.sub(i) : t, op), start);
      }
    }
  }
}
