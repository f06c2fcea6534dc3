import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S19 {
  @InCore
  static void kernel(
      @Out int count, // rejected
      int[] table, // rejected
      @Shape("8") @Out Tensor<F32> y) {
    y.store(Tile.fill(F32, shape(1, 8), count));
  }

  @Inline
  static int[] result() { // rejected
    int[] made = new int[4];
    return made;
  }

  @InCore
  static float number(@Shape("8") Tensor<F32> x) { // rejected
    return 1;
  }
}
