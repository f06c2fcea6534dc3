import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H65 {
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
    data.rows(3, 2).put(0, x.rows(0, 2)); // rejected
    data.rows(-1, 2).put(0, x.rows(0, 2)); // rejected
    data.rows(0, 2).put(0, x.rows(3, 2)); // rejected
    data.slice(at(0), shape(2, 8)).put(0, x.rows(0, 2)); // rejected
  }
}
