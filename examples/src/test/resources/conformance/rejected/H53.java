import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H53 {
  @InCore
  static void kernel(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Window<F32> data,
      @Shape("1, 8") @InOut Window<F32> other) {
    data.remoteStore(0, x); // rejected
    data.remoteStore(0, other); // rejected
    other.store(data.load());
  }
}
