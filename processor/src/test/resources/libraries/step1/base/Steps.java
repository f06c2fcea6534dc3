package base;

import dev.smalti.lang.*;

public final class Steps {
  public static final float HALF = 0.5f;
  public static final int SECOND = 1;

  private Steps() {}

  @Inline
  public static Tile<Smalti.F32> scaled(Tile<Smalti.F32> t, double factor) {
    return t.mul(factor * HALF);
  }

  @Inline
  public static Tile<Smalti.I32> scaled(Tile<Smalti.I32> t, int factor) {
    Tile<Smalti.I32> sum = t;
    for (int n : Smalti.range(factor)) {
      sum = sum.add(n);
    }
    return sum;
  }

  @Inline
  public static int second(Tensor<Smalti.F32> memory) {
    return memory.dim(SECOND);
  }
}
