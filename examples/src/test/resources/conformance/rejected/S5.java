import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S5 {
  static double half(double x) {
    return x / 2;
  }

  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load().mul(half(3))); // rejected
    y.store(x.load().mul(Math.sin(3))); // rejected
    System.out.println("here"); // rejected
  }
}
