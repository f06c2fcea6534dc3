import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T9 {
  @InCore
  static void kernel(@Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<F32> y, double d) {
    y.store(x.load(at(0), shape(4, 8))); // rejected
    y.store(x.load(at(-1, 0), shape(4, 8))); // rejected
    y.store(x.load(at(0, 1), shape(4, 8))); // rejected
    y.store(x.load(at(0, 0), shape(4, 0))); // rejected
    y.store(x.load(at(0, 0), shape(4, d))); // rejected
    y.store(x.rows(2, 3).load()); // rejected
    y.store(x.load(at(0, 0), shape(4, 8), shape(4, 9))); // rejected
    y.store(x.at(4).load()); // rejected
  }
}
