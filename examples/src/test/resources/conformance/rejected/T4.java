import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T4 {
  @InCore
  static void kernel(
      @Shape("4, 8") Tensor<F32> a, @Shape("8, 4") Tensor<F32> b, @Shape("4, 2") @Out Tensor<F32> y) {
    Tile<F32> sum = Tile.fill(F32, shape(4, 2), 0);
    y.store(sum.addMatmul(a.load(), b.load())); // rejected
    Tile<I32> integers = Tile.fill(I32, shape(4, 4), 0);
    integers = integers.addMatmul(a.load(), b.load()); // rejected
  }
}
