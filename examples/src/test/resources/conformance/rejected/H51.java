import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H51 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data) {
    Tile<F32> t = data.remoteLoad(0, at(0, 4), shape(1, 8)); // rejected
    data.store(t);
  }
}
