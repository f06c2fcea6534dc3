import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H56 {
  @InCore
  static void kernel(
      @Shape("2, 8") @InOut Window<F32> data, @Shape("2, 2, 8") @InOut Window<F32> deep) {
    Tile<F32> t = Tile.fill(F32, shape(1, 8), 1);
    data.remoteStore(0, t, at(2, 0)); // rejected
    data.remoteStore(0, t, at(1, 1)); // rejected
    deep.remoteStore(0, t, at(2, 0, 0)); // rejected
    deep.remoteStore(0, t, at(0, 2, 0)); // rejected
    deep.remoteStore(0, t, at(0, 0, 1)); // rejected
  }
}
