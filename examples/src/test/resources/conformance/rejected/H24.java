import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H24 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data, @Shape("ranks") Signal arrived) {
    Tile<F32> t = data.load().swizzle(); // rejected
    data.remotePull(1); // rejected
    arrived.post(1, at(0)); // rejected
    data.store(t);
  }
}
