import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H45 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data) {
    Tile<F32> a = data.remoteLoad(); // rejected
    Tile<F32> b = data.remoteLoad(1, at(0, 0)); // rejected
    Tile<F32> c = data.remoteLoad(1, shape(1, 8)); // rejected
    Tile<F32> d = data.remoteLoad(1, at(0, 0), shape(1, 8), shape(1, 8), 0); // rejected
    data.store(a);
  }
}
