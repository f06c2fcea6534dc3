import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H94 {
  @InCore
  static void kernel(
      @Shape("n") Tensor<F32> x, @Shape("n") Window<F32> data, @Shape("ranks, 2") Signal arrived) {
    data.store(x.load());
    data.allReduce(arrived, SUM, cores(2)); // rejected
    data.broadcast(arrived, 0, MESH, cores(2)); // rejected
  }

  @Jit
  static void graph(@Shape("8") Window<F32> data, @Shape("ranks, 2") Signal arrived) {
    data.allReduce(arrived, SUM, cores(2)); // rejected
  }
}
