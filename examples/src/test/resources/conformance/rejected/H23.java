import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H23 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data, int context) {
    int me = data.load().rank(); // rejected
    int all = context.ranks(); // rejected
  }
}
