import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H85 {
  @InCore
  static void kernel(
      @Shape("8") Tensor<F32> x,
      @Shape("8") Tensor<F16> halves,
      @Shape("ranks, 8") @InOut Window<F32> data,
      @Shape("ranks, 9") @InOut Window<F32> wide,
      @Shape("4, 9") @InOut Window<F32> fixed,
      @Shape("1") Signal one,
      @Shape("ranks") Signal arrived) {
    wide.allGather(x, arrived); // rejected
    data.allGather(x.slice(at(0), shape(7)), arrived); // rejected
    fixed.allGather(x, arrived); // rejected
    data.allGather(halves, arrived); // rejected
    data.allGather(x, one); // rejected
  }
}
