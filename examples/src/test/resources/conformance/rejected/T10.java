import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T10 {
  @InCore
  static void kernel(@Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<F32> y) {
    y.store(x.load().slice(at(0, 0), shape(2, 8)), at(3, 0)); // rejected
    Tile<F32> t = x.load();
    t = t.assemble(x.load(), at(1, 0)); // rejected
    t[0] = 1; // rejected
    y.store(t, at(0, 0), MAX); // rejected
    y.row(0).store(t); // rejected
  }
}
