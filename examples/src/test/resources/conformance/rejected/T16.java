import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T16 {
  @InCore
  static void kernel(
      @Shape("4, 8") Tensor<F32> x,
      @Shape("4, 8") Tensor<I64> wide,
      @Shape("3, 8") Tensor<I32> rows,
      @Shape("4, 8") @Out Tensor<F32> y) {
    y.store(x.load().gather(wide.load())); // rejected
    y.store(x.load().gather(rows.load())); // rejected
    y.store(x.load().gatherRows(rows.load())); // rejected
    y.store(x.load().scatter(rows.load(), x.load())); // rejected
  }
}
