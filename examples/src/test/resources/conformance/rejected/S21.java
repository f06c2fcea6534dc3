import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S21 {
  @InCore
  static void part(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @Jit
  static void graph(
      @Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<F32> y, double fraction) {
    spmd(block -> part(x.at(block), y.at(block))); // rejected
    spmd(fraction, block -> part(x.at(block), y.at(block))); // rejected
    spmd(-1, block -> part(x.at(block), y.at(block))); // rejected
  }

  @Jit
  static void bodies(@Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<F32> y) {
    spmd(
        4,
        block -> {
          part(x.at(block), y.at(block)); // rejected
          part(x.at(block), y.at(block));
        });
  }

  @Jit
  static void empty(@Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<F32> y) {
    spmd(4, block -> {}); // rejected
    part(x.at(0), y.at(0));
  }
}
