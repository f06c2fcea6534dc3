import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S8 {
  @InCore
  static void other(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    Tensor<F32> made = Tensor.zeros(F32, shape(8)); // rejected
    other(x, y); // rejected
    spmd(2, block -> other(x, y)); // rejected
    y.store(x.load());
  }
}
