import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H47 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data) {
    Tile<F32> t = data.load();
    Tile<F32> loaded = data.remoteLoad(at(1)); // rejected
    data.remoteStore(t, t); // rejected
    Tile<F32> fraction = data.remoteLoad(0.5); // rejected
  }
}
