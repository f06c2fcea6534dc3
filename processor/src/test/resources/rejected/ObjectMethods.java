package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class ObjectMethods {
  @InCore
  static void ping(@Shape("1, 8") @Out Window<F32> data, @Shape("1") Signal ready) {
    data.store(Tile.fill(F32, shape(1, 8), 1));
    ready.notify(); // error: SML-405 at 11:17 Object
    ready.notifyAll(); // error: SML-405 at 12:20 Object
    data.notify(); // error: SML-405 at 13:16 Object
  }
}
