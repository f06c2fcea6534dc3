import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T1 {
  @InCore
  static void kernel(
      @Shape("8, 8") Tensor<F32> x, @Shape("8, 8") Tensor<F16> h, @Shape("8, 8") @Out Tensor<F16> y) {
    Tile<F32> product = x.load().matmul(h.load()); // rejected
    Tile<F32> quotient = x.load().div(h.load()); // rejected
    Tile<F32> beside = x.load().concat(h.load()); // rejected
    Tile<F32> inside = x.load().assemble(h.load(), at(0, 0)); // rejected
    Tile<F32> slopes = x.load().prelu(h.load()); // rejected
    y.store(x.load()); // rejected
  }
}
