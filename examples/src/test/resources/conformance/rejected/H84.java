import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H84 {
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
    data.allGather(data, arrived); // rejected
    data.allToAll(data, arrived); // rejected
    data.rows(0, 2).allToAll(data.rows(2, 2), arrived); // rejected
  }
}
