import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H117 {
  @InCore
  static void copy(@Shape("1, 4") Tensor<F32> x, @Shape("1, 4") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @Host
  static void copyAll(
      World world,
      @Shape("ranks, 1, 4") Tensor<F32> xs,
      @Shape("ranks, 1, 4") @Out Tensor<F32> ys) {
    world.forEachRank(r -> copy(xs.at(r), ys.at(r)));
  }

  static void use(H117Programs.CopyAll program, Tensor<F32> t) {
    program.run(t, t, t); // rejected
    program.submit(); // rejected
    H117Kernels.copy(t, t, 1); // rejected
  }
}
