import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T5 {
  @InCore
  static void kernel(@Shape("4, 8") Tensor<F32> x, @Shape("4, 1") @Out Tensor<F32> y) {
    y.store(x.load(at(0, 0), shape(4, 8), shape(4, 0)).rowSum()); // rejected
    y.store(x.load().rowReduce(XOR)); // rejected
  }

  @InCore
  static void truths(@Shape("4, 8") Tensor<BOOL> x, @Shape("4, 1") @Out Tensor<BOOL> y) {
    y.store(x.load().rowMax()); // rejected
  }
}
