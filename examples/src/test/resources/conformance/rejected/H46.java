import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H46 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Tensor<F32> plain) {
    Tile<F32> t = plain.remoteLoad(1); // rejected
    plain.remoteStore(1, t); // rejected
    plain.remoteStore(1, t, at(0, 0)); // rejected
  }
}
