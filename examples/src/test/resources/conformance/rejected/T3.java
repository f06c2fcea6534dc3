import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T3 {
  @InCore
  static void kernel(
      @Shape("64, 32") Tensor<F32> a,
      @Shape("64, 64") Tensor<F32> b,
      @Shape("64") Tensor<F32> line,
      @Shape("32, 64") Tensor<F32> right,
      @Shape("1, 32") Tensor<F32> bias,
      @Shape("64, 64") @Out Tensor<F32> y) {
    y.store(a.load().matmul(b.load())); // rejected
    y.store(a.load().matmul(line.load())); // rejected
    y.store(a.load().matmul(right.load()).add(bias.load())); // rejected
    Tile<I32> sum = a.load().matmul(right.load(), I32); // rejected
  }
}
