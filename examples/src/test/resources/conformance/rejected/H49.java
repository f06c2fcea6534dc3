import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H49 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data) {
    Tile<F32> offsets = data.remoteLoad(0, at(0), shape(1, 8)); // rejected
    Tile<F32> box = data.remoteLoad(0, at(0, 0), shape(8)); // rejected
    data.remoteStore(0, data.load(), at(0, 0, 0)); // rejected
  }
}
