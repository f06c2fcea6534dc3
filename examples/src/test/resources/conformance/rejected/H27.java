import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H27 {
  @InCore
  static void kernel(@Shape("1, 8") @Out Window<F32> a, @Shape("1, 8") @Out Window<F32> b) {
    Window<F32> now = a;
    Window<F32> next = b;
    for (int round : range(4)) {
      now.store(Tile.fill(F32, shape(1, 8), round));
      Window<F32> before = now;
      now = next; // rejected
      next = before; // rejected
    }
  }
}
