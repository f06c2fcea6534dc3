import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H54 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data, @Shape("1, 8") Tensor<F16> x) {
    data.store(data.load());
    data.remoteStore(0, x.load()); // rejected
    Tile<F16> t = data.remoteLoad(0); // rejected
  }
}
