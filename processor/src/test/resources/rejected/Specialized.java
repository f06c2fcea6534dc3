package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** What is wrong with variants. */
final class Specialized {
  @Specialize({
    "T = F32, n = 2, op = SUM",
    "T = F32, n = 2, op = XOR",
    "T = F32, op = SUM, n = 2",
    "T = F8, n = 2, op = SUM",
    "T = F32, n = two, op = SUM",
    "T = F32, n = 2, op = ADD",
    "T = F32, n = 2",
    "T = F32, n = 2, op = SUM, rows = 64",
    "T = F32, n = 2, op = SUM, x = 64",
    "T = F32, n = 2, n = 3, op = SUM",
    "T = F32, n 2",
  })
  @InCore
  static <T extends DType> void kernel(
      @Shape("4 * n, m") Tensor<T> x,
      @Shape("4 * n, m") @Out Tensor<T> y,
      int m,
      @Const int n,
      @Const Reduce op) {
    y.store(x.load().combine(x.load(), op));
  }

  @Specialize({"m = 4", "k = 4", "m = 0", "m = 4 "})
  @InCore
  static void plain(@Shape("m") Tensor<F32> x, @Shape("m") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @Specialize("T = F32")
  @Inline
  static <T extends DType> Tile<T> helper(Tile<T> t) {
    return t;
  }
}

// error: SML-201 at 11:5 XOR is not defined for F32
// error: SML-133 at 12:5 T = F32, n = 2, op = SUM is listed twice
// error: SML-133 at 13:5 T is one of [F16, BF16, F32, F64, I8, I16, I32, I64, U8, BOOL], `F8` is not
// error: SML-133 at 14:5 n is a value of int, `two` is not
// error: SML-133 at 15:5 op is a constant of Reduce, `ADD` is not
// error: SML-133 at 16:5 the variant does not say what op of Specialized.kernel is
// error: SML-133 at 17:5 Specialized.kernel has no type parameter, extent or scalar parameter rows
// error: SML-133 at 18:5 x of Specialized.kernel is neither @Const nor an int
// error: SML-133 at 19:5 n is given twice
// error: SML-133 at 20:5 `n 2` is not of the form `name = value`
// error: SML-133 at 32:25 Specialized.plain has no type parameter, extent or scalar parameter k
// error: SML-133 at 32:34 m is an extent, `0` is not
// error: SML-133 at 32:43 m = 4 is listed twice
// error: SML-133 at 38:3 @Specialize on helper compiles nothing: only kernels and task graphs
