package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Helpers that nobody calls are looked at all the same. */
final class UnusedHelpers {
  @Inline
  static int statement(int x) {
    try {
      return x;
    } finally {
    }
  }

  @Inline
  static Tile<F32> calls(Tile<F32> t, Tensor<F32> x, Signal s, int i) {
    System.out.println(i);
    t.add(t);
    s.notify();
    x.store(t, at(i, 0), ADD);
    return t.mul(Math.random());
  }

  @Inline
  static <T extends DType> Tile<T> generic(Tile<T> t) {
    return t.add(t).or(1).tanh();
  }

  @Inline
  static int text(String s) {
    return 1;
  }

  @Inline
  static int array(int[] s) {
    return s[0];
  }

  @Inline
  static void annotated(@Out Tensor<F32> x, @Shape("8") Tensor<F32> y) {
    x.store(y.load());
  }

  @Inline
  static int again(int n) {
    return n == 0 ? 0 : again(n - 1);
  }

  @Inline
  static int endless(int n) {
    while (true) {
      n++;
    }
  }

  @Inline
  static int missing(int n) {
    n++;
  }

  /** What depends on the arguments is right for some, and so is not an error here. */
  @Inline
  static Tile<F32> right(Tensor<F32> x, Tensor<F32> y, int step, int axis, Update update) {
    int n = x.dim(axis);
    Tile<F32> sum = x.load(at(0, 0, 0), shape(1, 1, 8));
    for (int i = 0; i < n; i += step) {
      sum = sum.add(y.load());
    }
    y.store(sum, at(0, 0), update);
    return sum;
  }

  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load().mul(endless(1) + missing(2)));
  }
}

// error: SML-401 at 11:5 an @Inline method cannot contain try
// error: SML-404 at 19:23 System.out.println is an ordinary method, which
// error: SML-406 at 20:10 the result of this operation is not used: a Tile
// error: SML-405 at 21:13 this is Object.notify, not an operation of Smalti
// error: SML-404 at 23:29 Math.random cannot be called in an @Inline method
// error: SML-201 at 28:23 or is not defined for F32
// error: SML-107 at 32:26 a parameter of type String cannot be passed to an
// error: SML-107 at 37:26 a parameter of type int[
// error: SML-120 at 42:25 @Out on x of a helper is read by nothing
// error: SML-120 at 42:45 @Shape on y of a helper is read by nothing
// error: SML-411 at 48:30 helpers are recursive: again -> again
// error: SML-413 at 53:5 endless returns a value, and its last statement
// error: javac at 61:3 missing return statement
