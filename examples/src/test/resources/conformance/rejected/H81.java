import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H81 {
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
    data.allReduce(SUM, RING); // rejected
  }
}
