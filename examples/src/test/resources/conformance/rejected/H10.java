import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H10 {
  @Host
  static void program(World world, @Shape("ranks, 8") Tensor<F32> x) {
    Window<F32> data = x; // rejected
    Window<F32> row = x.at(0); // rejected
  }
}
