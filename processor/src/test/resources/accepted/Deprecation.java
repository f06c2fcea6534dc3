package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** @deprecated replaced */
@Deprecated
@SuppressWarnings("unused")
final class Deprecation {
  /**
   * Copies.
   *
   * @param x from
   * @param y to
   * @deprecated replaced
   */
  @Deprecated
  @InCore
  static void copy(@Shape("n") final Tensor<F32> x, @Shape("n") @Out final Tensor<F32> y) {
    final Tile<F32> t = x.load();
    y.store(t);
  }
}
