import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H50 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data) {
    Tile<F32> negative = data.load(at(0, 0), shape(1, 8), shape(-1, 8)); // rejected
    Tile<F32> fraction = data.load(at(0, 0), shape(1, 8), shape(1, 7.5)); // rejected
    data.store(negative);
  }
}
