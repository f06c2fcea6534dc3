package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class ShapeConstants {
  static final class Sizes {
    static final int SIZE = 8;
    static final double RATIO = 0.5;
    static final int LATE = Integer.parseInt("3");
  }

  static int changing = 3;
  static int CHANGING = 3;

  @InCore
  static void right(
      @Shape("Sizes.SIZE, Sizes . SIZE") Tensor<F32> x,
      @Shape("ShapeConstants.Sizes.SIZE, Byte.SIZE") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @InCore
  static void notFinal(@Shape("CHANGING") @Out Tensor<F32> y) {}

  @InCore
  static void notKnown(@Shape("Sizes.LATE") @Out Tensor<F32> y) {}

  @InCore
  static void notWhole(@Shape("Sizes.RATIO") @Out Tensor<F32> y) {}

  @InCore
  static void noMember(@Shape("Sizes.SZIE") @Out Tensor<F32> y) {}

  @InCore
  static void dangling(@Shape("Sizes.") @Out Tensor<F32> y) {}

  @InCore
  static void words(@Shape("int") Tensor<F32> x, @Shape("8, true") @Out Tensor<F32> y) {}

  @InCore
  static void zero(@Shape("8 % 0") Tensor<F32> x, @Shape("8 / 0") @Out Tensor<F32> y) {}

  @InCore
  static void large(
      @Shape("65536 * 65536") Tensor<F32> x,
      @Shape("2147483647 * 2147483647 * 2147483647") Tensor<F32> y,
      @Shape("2147483647, 2147483647, 8") Tensor<F32> z,
      @Shape("8, 8, 8, 8, 8, 8") @Out Tensor<F32> out) {}

  @InCore
  static void extents(@Shape("n, n, n, n") Tensor<F32> x, @Shape("1, 8") @Out Tensor<F32> y) {
    y.store(Tile.fill(F32, shape(), 0));
    y.store(Tile.fill(F32, shape(1, 2, 3, 4, 5, 6), 0));
    y.store(Tile.fill(F32, shape(1, 3000000000L), 0));
    y.store(Tile.fill(F32, shape(65536, 65536, 1), 0));
    y.store(Tile.fill(F32, shape(2000000000, 2000000000, 2000000000, 8), 0));
    y.store(x.load(at(), shape(1, 8)));
  }
}

// error: SML-110 at 25:31 CHANGING is not a constant of a whole number: it
// error: SML-110 at 28:31 Sizes.LATE is not a constant of a whole number:
// error: SML-110 at 31:31 Sizes.RATIO is not a constant of a whole number:
// error: SML-110 at 34:31 Sizes has no constant SZIE
// error: SML-109 at 37:31 expected a name, the text ends in "Sizes."
// error: SML-109 at 40:28 int is a word of Java and names no extent, in
// error: SML-109 at 40:57 true is a word of Java and names no extent, in
// error: SML-109 at 43:27 division by zero, the text ends in "8 % 0"
// error: SML-109 at 43:58 division by zero, the text ends in "8 / 0"
// error: SML-209 at 47:14 an extent is 4294967296, at most 2147483647 is
// error: SML-109 at 48:14 an extent is no int, in "2147483647 * 2147483647
// error: SML-109 at 50:14 6 axes, at most 5
// error: SML-206 at 54:33 shape(...) has 0 entries, 1 to 5 are possible
// error: SML-206 at 55:33 shape(...) has 6 entries, 1 to 5 are possible
// error: SML-209 at 56:22 an extent is 3000000000, at most 2147483647 is
// error: SML-209 at 57:22 the leading axes of
// error: SML-209 at 58:22 the leading axes of
// error: SML-206 at 59:22 at(...
