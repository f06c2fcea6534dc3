import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class HiddenByProgram {
  record Weights(@Shape("8") Tensor<F32> x) {}

  @InCore
  static void copy(Weights weights, @Shape("8") @Out Tensor<F32> y) {
    y.store(weights.x().load());
  }

  @Host
  static void hiddenByProgram(World world, Weights weights, @Shape("ranks, 8") @Out Tensor<F32> ys) { // error: SML-005 at 14:15 the class of the program hiddenByProgram hides HiddenByProgram in HiddenByProgramPrograms
    world.forEachRank(r -> copy(weights, ys.at(r)));
  }

  /** The class of this one is inside of another class. */
  @Host
  static void weights(World world, Weights weights, @Shape("ranks, 8") @Out Tensor<F32> ys) {
    world.forEachRank(r -> copy(weights, ys.at(r)));
  }
}
