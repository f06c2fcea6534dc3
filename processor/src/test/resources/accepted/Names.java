package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Names that generated code might want for itself. */
final class Names {
  record Core(int kernel) {}

  static final class Kernel {}

  @InCore
  static void names(
      @Shape("n, m") Tensor<F32> core,
      @Shape("n, m") @Out Tensor<F32> kernel,
      int r,
      int j,
      int i0,
      float _1x,
      double at) {
    Tile<F32> t = core.load();
    Tile<F32> t1 = t.mul(r).add(j);
    Tile<F32> t_1 = t1.mul(i0).add(_1x);
    Tile<F32> scratch = t_1.mul(at);
    Tile<F32> sum = scratch.rowSum();
    int length = 1;
    int Tensor = 2;
    kernel.store(sum.mul(length).mul(Tensor).add(t));
  }
}
