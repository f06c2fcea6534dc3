import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S15 {
  @InCore
  static void kernel(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<F16> half,
      @Shape("1, 8") @Out Tensor<F32> y,
      boolean first) {
    Tile<F32> t = x.load();
    if (first) {
      t = half.load(); // rejected
    } else {
      t = x.load(at(0, 0), shape(1, 4)); // rejected
    }
    Tile<F32> mixed = first ? x.load() : x.load(at(0, 0), shape(1, 4)); // rejected
    y.store(t);
  }
}
