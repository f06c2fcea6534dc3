import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T19 {
  @InCore
  static void kernel(
      @Shape("4, 8") Tensor<F32> x, @Shape("4, 8") @Out Tensor<I32> y, boolean truth) {
    double a = x.read(at(0)); // rejected
    double b = x.read(at(0.5, 0)); // rejected
    int c = x.readInt(at(0, 0)); // rejected
    y.write(at(0, 0), 0.5); // rejected
    y.write(at(0, 0), truth); // rejected
    y.write(at(4, 0), 1); // rejected
  }
}
