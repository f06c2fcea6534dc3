package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Generic methods with entry points for plain Java. */
public final class Specialized {
  static final int WIDE = 8;

  private Specialized() {}

  @Specialize({
    "T = F32, half = 2, op = SUM, twice = false, by = 1.5",
    "T = I64, by = 1, half = WIDE, twice = true, op = MAX",
    "op = MAX, T = F32, half = 1, twice = true, by = 0"
  })
  @InCore
  public static <T extends DType> void fold(
      @Shape("2 * half, n") Tensor<T> x,
      @Shape("1, n") @Out Tensor<T> y,
      int start,
      @Const int half,
      @Const Reduce op,
      @Const boolean twice,
      @Const double by) {
    Tile<T> both = x.rows(0, half).load().combine(x.rows(half, half).load(), op);
    y.store(both.colReduce(op).add(twice ? 2 * start : start).add((int) (by * 2)));
  }

  /** Compiled for the extents and numbers that are listed, and for all others. */
  @Specialize({"n = 37", "n = 37, k = 3, twice = true", "n = 1", "k = WIDE"})
  @InCore
  public static void centred(
      @Shape("rows, n") Tensor<F32> x, @Shape("rows, n") @Out Tensor<F32> y, int k, boolean twice) {
    Tile<F32> t = x.load();
    for (int i : range(k)) {
      t = t.sub(t.rowSum().mul(1.0 / x.dim(1)));
    }
    y.store(twice ? t.mul(2) : t.add(k));
  }

  @Specialize({"T = F32, rows = 2", "T = I64"})
  @InCore
  public static <T extends DType> void folded(
      @Shape("rows, n") Tensor<T> x, @Shape("rows, n") @Out Tensor<T> y) {
    y.store(x.load().colSum().mul(x.load()).add(x.dim(0)));
  }

  @Specialize("n = 37")
  @Jit
  public static void cases(
      @Shape("rows, n") Tensor<F32> x, @Shape("rows, n") @Out Tensor<F32> y, int k, boolean twice) {
    centred(x, y, k, twice);
  }

  @Specialize("T = I32, op = SUM")
  @Jit
  public static <T extends DType> void graph(
      @Shape("2, n") Tensor<T> x, @Shape("1, n") @Out Tensor<T> y, @Const Reduce op) {
    fold(x, y, 3, 1, op, true, 0.5);
  }

  @Jit
  public static void caller(@Shape("4, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y) {
    fold(x, y, 1, 2, SUM, false, 1.5);
  }
}
