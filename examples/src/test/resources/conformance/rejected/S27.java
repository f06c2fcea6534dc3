import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S27 {
  @Specialize({"T = F32", "op = SUM", "T = F99, op = SUM", "T = F32, op = TWICE"}) // rejected
  @InCore
  static <T extends DType> void fold(
      @Shape("8") Tensor<T> x, @Shape("1") @Out Tensor<T> y, @Const Reduce op) {
    y.store(x.load().rowReduce(op));
  }

  @Specialize("T = F32") // rejected
  @InCore
  static void plain(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
  }
}
