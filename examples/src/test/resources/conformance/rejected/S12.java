import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S12 {
  static final int NONE = 0;

  @InCore
  static void kernel(@Shape("8, 8") Tensor<F32> x, @Shape("8, 8") @Out Tensor<F32> y, int n) {
    y.store(x.load());
    for (int i : range(0, 8, NONE)) { // rejected
      y.row(i).store(x.row(i).load());
    }
    for (int i : unroll(n)) { // rejected
      y.row(i).store(x.row(i).load());
    }
    for (int i : pipeline(0, 8, 1, n)) { // rejected
      y.row(i).store(x.row(i).load());
    }
    for (int i : pipeline(0, 8, 1, 0)) { // rejected
      y.row(i).store(x.row(i).load());
    }
    for (int i : range(0, 8, 1, 2)) { // rejected
      y.row(i).store(x.row(i).load());
    }
    for (int i : new int[] {1, 2}) { // rejected
      y.row(i).store(x.row(i).load());
    }
  }
}
