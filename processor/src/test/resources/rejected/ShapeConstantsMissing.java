package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Another processor might have generated the class. */
final class ShapeConstantsMissing {
  @InCore
  static void noClass(@Shape("Szies.SIZE") @Out Tensor<F32> y) {}

  @InCore
  static void unrelated(@Shape("8") @Out Tensor<F32> y) {
    y.store(Tile.fill(F32, shape(1, 8), 0));
  }
}

// error: SML-110 at 10:30 no class Szies is known here
