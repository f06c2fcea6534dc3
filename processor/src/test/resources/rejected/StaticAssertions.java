package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class StaticAssertions {
  static final int ROWS = 12;
  static final double SCALE = 1.5;
  static final String TEXT = "no literal";

  @Inline
  static boolean isPower(int n) {
    return (n & n - 1) == 0;
  }

  @Inline
  static Tile<F32> halves(Tile<F32> t, int rows) {
    staticAssert(rows % 2 == 0, "the number of rows " + "is even");
    staticPrint("halves of", rows, t);
    return t.slice(at(0, 0), shape(rows / 2, t.dim(1)));
  }

  @InCore
  static void kernel(
      @Shape("ROWS, n") Tensor<F32> x, @Shape("6, n") @Out Tensor<F32> y, boolean wide, int count) {
    staticAssert(SCALE * ROWS > 17.9 && x.dim(0) == 12, "fine");
    staticAssert(isPower(ROWS), "a power of two is needed");
    int half = ROWS / 2;
    boolean even = half % 2 == 0;
    staticAssert(even, "fine");
    staticAssert(!even || half == 7, "half of the rows is odd");
    if (ROWS > 100) {
      staticAssert(false, "not reached");
      staticPrint("not reached");
    } else {
      staticPrint("reached", SCALE, even, half, x, x.dim(1), x.row(0), F32, ADD, shape(2, x.dim(1)));
    }
    staticAssert(wide, "never");
    staticAssert(x.dim(1) > 4, "never");
    staticAssert(even, TEXT);
    staticPrint(count);
    for (int i : unroll(3)) {
      staticPrint("copy", i);
    }
    y.store(halves(x.load(), ROWS));
    y.row(0).store(halves(x.load(at(0, 0), shape(3, x.dim(1))), 3));
    staticAssert(even);
    boolean nothing = staticAssert(even, "fine");
  }
}

// note: SML-422 at 20:16 halves of 12 Tile<F32> [12, n]
// note: SML-422 at 20:16 halves of 3 Tile<F32> [3, n]
// error: SML-420 at 19:17 the number of rows is even
// error: SML-420 at 28:17 a power of two is needed
// error: SML-420 at 32:17 half of the rows is odd
// note: SML-422 at 37:18 reached 1.5 true 6 Tensor<F32> [12, n] n Tensor<F32> [1, n] F32 ADD [2, n]
// error: SML-421 at 39:18 wide is known only when the method runs
// error: SML-421 at 40:27 x.dim(1) > 4 is known only when the method runs
// error: SML-421 at 41:24 the text of a staticAssert is a literal
// error: SML-421 at 42:17 count is known only
// note: SML-422 at 44:18 copy 0
// note: SML-422 at 44:18 copy 1
// note: SML-422 at 44:18 copy 2
// error: javac at 48:5 method staticAssert
// error: javac at 49:35 incompatible types
