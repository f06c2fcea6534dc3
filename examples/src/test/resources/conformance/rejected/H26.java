import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H26 {
  @InCore
  static void kernel(
      @Shape("1, 8") @Out Window<F32> a, @Shape("1, 8") @Out Window<F32> b, boolean first) {
    Window<F32> chosen = first ? a : b; // rejected
    Window<F32> other = a;
    if (first) {
      other = b; // rejected
    }
    chosen.store(Tile.fill(F32, shape(1, 8), 1));
    other.store(Tile.fill(F32, shape(1, 8), 2));
  }
}
