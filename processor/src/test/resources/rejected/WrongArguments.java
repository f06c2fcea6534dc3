import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class WrongArguments {
  @InCore
  static void tileOfTile(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<Tile> y) {
    y.store(x.load());
  }

  @InCore
  static void scaled(
      @Shape("2 * half, n") Tensor<F32> x,
      @Shape("half, n") @Out Tensor<F32> y,
      @Const int half,
      Reduce op) {
    y.store(x.rows(0, half).load().combine(x.rows(half, half).load(), op));
  }

  @Jit
  static void graph(@Shape("8, n") Tensor<F32> x, @Shape("4, n") @Out Tensor<F32> y) {
    scaled(x, y, 4, MAX);
  }
}

// error: javac at 7:77 type argument dev.smalti.lang.Tile is not within bounds of type-variable T
// warning: javac at 7:77 found raw type: dev.smalti.lang.Tile
// error: SML-119 at 7:83 the element type of y is not written down
// error: javac at 8:19 incompatible types:
// error: SML-107 at 22:11 op is an operator, which has to be known when a kernel is compiled
