import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S16 {
  @InCore
  static void kernel(@Shape("1, 8") Tensor<F32> x, @Shape("1, 8") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    for (int i : range(3)) {
      t = t.rowSum(); // rejected
    }
    Tile<F32> u = x.load();
    for (int i : range(3)) {
      u = u.cast(F16); // rejected
    }
    y.store(t.add(u));
  }
}
