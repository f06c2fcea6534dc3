import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H48 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data) {
    Tile<F32> t = data.remoteLoad(1, 0, shape(1, 8)); // rejected
    data.remoteStore(1, t, 0); // rejected
    Tile<F32> swapped = data.remoteLoad(1, shape(1, 8), at(0, 0)); // rejected
  }
}
