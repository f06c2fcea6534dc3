import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S11 {
  @InCore
  static void part(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @Jit
  static void graph(@Shape("2, 8") Tensor<F32> x, @Shape("2, 8") @Out Tensor<F32> y) {
    spmd(2, a -> spmd(2, b -> part(x.at(a), y.at(b)))); // rejected
  }
}
