import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H59 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data) {
    data.remoteStore(0, data.load(), at(0, 0), MAX); // rejected
    data.remoteStore(0, data.load(), at(0, 0), 1); // rejected
  }
}
