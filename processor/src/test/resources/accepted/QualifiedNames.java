package app;

final class QualifiedNames {
  @dev.smalti.lang.InCore
  static void copy(
      @dev.smalti.lang.Shape("n") dev.smalti.lang.Tensor<dev.smalti.lang.Smalti.F32> x,
      @dev.smalti.lang.Shape("n") @dev.smalti.lang.Out
          dev.smalti.lang.Tensor<dev.smalti.lang.Smalti.F32> y) {
    dev.smalti.lang.Tile<dev.smalti.lang.Smalti.F32> t = x.load();
    y.store(t);
  }
}
