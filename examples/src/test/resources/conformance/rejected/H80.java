import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H80 {
  @InCore
  static void kernel(
      @Shape("4, 8") Tensor<F32> x,
      @Shape("4, 8") @InOut Tensor<F32> plain,
      @Shape("4, 8") @InOut Window<F32> data,
      @Shape("4, 9") @InOut Window<F32> wide,
      @Shape("ranks") Signal arrived) {
    plain.store(data.load());
    data.store(x.load());
    wide.store(wide.load());
    arrived.barrier();
    data.allReduce(arrived, SUM, true); // rejected
    data.allReduce(arrived, SUM, 1.5); // rejected
    data.allReduce(arrived, SUM, 0); // rejected
    data.allReduce(arrived, SUM, cores(2)); // rejected
  }
}
