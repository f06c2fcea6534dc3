import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H86 {
  @InCore
  static void kernel(
      @Shape("ranks, 8") Tensor<F32> x,
      @Shape("ranks, 8") Tensor<F16> halves,
      @Shape("8") Tensor<F32> row,
      @Shape("ranks, 8") @InOut Window<F32> data,
      @Shape("ranks, 9") @InOut Window<F32> wide,
      @Shape("9") @InOut Window<F32> fixed,
      @Shape("1") Signal one,
      @Shape("ranks") Signal arrived) {
    wide.allToAll(x, arrived); // rejected
    fixed.allToAll(row, arrived); // rejected
    data.allToAll(halves, arrived); // rejected
    data.allToAll(x, one); // rejected
  }
}
