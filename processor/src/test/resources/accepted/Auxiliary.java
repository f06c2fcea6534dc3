package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Classes that are second in their file: other files may not name them. */
final class Auxiliary {
  @InCore
  static void scale(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    y.store(AuxiliaryHelpers.twice(x.load()).mul(AuxiliaryHelpers.FACTOR));
  }

  @Jit
  static void both(
      @Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, @Shape("n") @Out Tensor<F32> z) {
    scale(x, y);
    AuxiliaryHelpers.copy(y, z);
  }

  @Host
  static void all(
      World world,
      @Shape("ranks, n") Tensor<F32> x,
      @Shape("ranks, n") @Out Tensor<F32> y,
      @Shape("ranks, n") @Out Tensor<F32> z) {
    world.forEachRank(r -> AuxiliaryPrograms.run(x.at(r), y.at(r), z.at(r)));
  }

  static final class AuxiliaryPrograms {
    @Jit
    static void run(
        @Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, @Shape("n") @Out Tensor<F32> z) {
      AuxiliaryHelpers.copy(x, y);
      AuxiliaryHelpers.copy(y, z);
    }
  }
}

final class AuxiliaryHelpers {
  static final int FACTOR = 3;

  @Inline
  static Tile<F32> twice(Tile<F32> t) {
    return t.add(t);
  }

  @InCore
  static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    y.store(twice(x.load()));
  }
}
