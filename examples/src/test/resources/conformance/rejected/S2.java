import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S2 {
  static int mutable = 3;
  static final int[] TABLE = {1, 2};

  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    t = t.mul(mutable); // rejected
    t = t.mul(TABLE[0]); // rejected
    y.store(t);
  }
}
