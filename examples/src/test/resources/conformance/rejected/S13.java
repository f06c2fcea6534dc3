import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S13 {
  @InCore
  static void kernel(@Shape("8, 8") Tensor<F32> x, @Shape("8, 8") @Out Tensor<F32> y) {
    for (int i : parallel(8)) {
      if (i == 3) {
        continue; // rejected
      }
      y.row(i).store(x.row(i).load());
    }
    for (int i : unroll(8)) {
      y.row(i).store(x.row(i).load());
      if (i == 5) {
        break; // rejected
      }
    }
  }
}
