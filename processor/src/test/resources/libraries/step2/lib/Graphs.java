package lib;

import static base.Folds.blocks;

import base.Folds;
import dev.smalti.lang.*;

/** Generic task graphs over generic kernels of another library, and kernels of this one. */
public final class Graphs {
  private Graphs() {}

  @InCore
  public static void count(@Shape("1, 8") @InOut Tensor<Smalti.I32> k, int by) {
    k.store(k.load().add(by));
  }

  @Jit
  public static <A extends DType, B extends DType> void twoFolds(
      @Shape("1, n") @InOut Tensor<A> x,
      @Shape("1, n") @InOut Tensor<B> y,
      @Shape("1, 8") @InOut Tensor<Smalti.I32> k,
      int times,
      @Const Reduce op) {
    blocks(x, times & 3, 2, op);
    count(k, times);
    Folds.blocks(y, 1, 2, op);
  }

  @Jit
  public static void maximum(@Shape("1, 8") @InOut Tensor<Smalti.I32> k) {
    blocks(k, 1, 2, Reduce.MAX);
  }
}
