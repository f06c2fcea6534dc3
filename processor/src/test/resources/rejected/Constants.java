package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** What is wrong with constant parameters. */
final class Constants {
  @InCore
  static void kernel(
      @Shape("4 * n, m") Tensor<F32> x,
      @Shape("4 * n, m") @Out Tensor<F32> y,
      @Const int n,
      @Const Reduce op) {
    y.store(x.load().combine(x.load(), op));
  }

  @InCore
  static void operator(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, Reduce op) {
    y.store(x.load().combine(x.load(), op));
  }

  @Inline
  static Tile<F32> scaled(Tile<F32> t, @Const double by) {
    return t.mul(by);
  }

  @InCore
  static void memory(
      @Const @Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, @Const String name) {
    y.store(x.load());
  }

  @InCore
  static void rows(@Shape("n, n") Tensor<F32> x, @Shape("n, n") @Out Tensor<F32> y) {
    y.store(x.load().rowReduce(XOR));
    y.store(x.load().rowReduce(ADD));
  }

  @InCore
  static <T extends DType> void bits(
      @Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y, @Const Reduce op) {
    y.store(x.load().and(x.load()).combine(x.load().exp(), op));
  }

  @Jit
  static void graph(
      @Shape("8, m") Tensor<F32> x, @Shape("8, m") @Out Tensor<F32> y, int n, int m) {
    kernel(x, y, 2, SUM);
    kernel(x, y, n, SUM);
    kernel(x, y, 3, SUM);
    kernel(x, y, 2, OR);
    kernel(x, y, 0, SUM);
  }

  @InCore
  static void helped(
      @Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, double by) {
    y.store(scaled(x.load(), by));
    y.store(scaled(x.load(), 2));
  }

  static void unread(@Const int n) {}
}

// error: SML-107 at 19:90 op is an operator, which has to be known when a kernel is compiled
// error: SML-107 at 30:38 Tensor<F32> cannot be the type of a @Const parameter
// error: SML-107 at 30:87 String cannot be the type of a @Const parameter
// error: SML-201 at 36:31 XOR is not defined for F32
// error: javac at 37:32 incompatible types:
// error: SML-201 at 43:25 and is not defined for F32
// error: SML-132 at 50:18 n of kernel is a @Const parameter, n is no constant
// error: SML-216 at 51:12 the argument is [8, m], but of x of Constants.kernel axis 0 is declared
// error: SML-201 at 52:11 OR is not defined for F32
// error: SML-209 at 53:11 an extent is 0, at least 1 is needed
// error: SML-132 at 59:30 by of scaled is a @Const parameter, by is no constant
// error: SML-120 at 63:22 @Const on n is read by nothing: this is no parameter of a method with a
