import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H116 {
  @Host
  static void program(
      World world,
      @Shape("ranks, 4, 8") Tensor<F32> x,
      @Shape("ranks, 4, 8") @InOut Tensor<F32> y) {
    y.at(0).store(x.at(0).load().reshape(shape(8, 4))); // rejected
    y.at(0).store(x.at(0).load(), at(0, 0), ADD); // rejected
  }
}
