import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T27 {
  @InCore
  static void part(
      @Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y, @Shape("ranks") Signal all) {
    y.store(x.load());
    all.barrier();
  }

  @Jit
  static void graph(
      @Shape("4, 8") Tensor<F32> x,
      @Shape("4, 8") @Out Tensor<F32> y,
      @Shape("ranks") Signal all) {
    spmd(4, block -> part(x.at(block), y.at(block), all)); // rejected
  }
}
