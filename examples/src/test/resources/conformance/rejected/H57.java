import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H57 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data) {
    Tile<F32> t = data.load();
    data.remoteStore(0, t, at(0, 0), ADD, 0); // rejected
    data.remoteStore(0, t, at(0, 0), shape(1, 8)); // rejected
  }
}
