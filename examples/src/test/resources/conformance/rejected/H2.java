import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H2 {
  @InCore
  static void copy(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @Out Tensor<F32> y,
      @Shape("1, 8") @InOut Window<F32> data) {
    data.store(x.load());
    y.store(data.load());
  }

  @Host
  static void program(
      World world,
      @Shape("ranks, 1, 8") Tensor<F32> xs,
      @Shape("ranks, 1, 8") @Out Tensor<F32> ys) {
    world.forEachRank(
        r -> {
          Window<F32> data = world.window(F32, shape(1, 8)); // rejected
          copy(xs.at(r), ys.at(r), data);
        });
  }
}
