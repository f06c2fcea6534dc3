import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H58 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<BOOL> flags) {
    flags.remoteStore(0, flags.load(), at(0, 0), ADD); // rejected
  }
}
