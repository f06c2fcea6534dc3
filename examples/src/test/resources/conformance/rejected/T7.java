import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T7 {
  @InCore
  static void kernel(
      @Shape("4, 8") Tensor<F32> x, @Shape("4, 8") Tensor<I32> i, @Shape("4, 8") @Out Tensor<F32> y) {
    Tile<F32> part = x.load(at(0, 0), shape(4, 8), shape(4, 5));
    y.store(x.load().div(part)); // rejected
    y.store(x.load().and(x.load())); // rejected
    y.store(x.load().not()); // rejected
    Tile<I32> sines = i.load().sin(); // rejected
    Tile<I32> logs = i.load().log(); // rejected
    Tile<F32> shifted = x.load().shl(1); // rejected
  }
}
