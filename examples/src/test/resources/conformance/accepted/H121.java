import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;
import java.util.List;

final class H121 {
  @InCore
  static void copy(@Shape("1, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @Host
  static void copyAll(
      World world,
      @Shape("ranks, 1, n") Tensor<F32> xs,
      @Shape("ranks, 1, n") @Out Tensor<F32> ys) {
    world.forEachRank(r -> copy(xs.at(r), ys.at(r)));
  }

  static List<String> check() {
    try (DevicePool pool = DevicePool.threads(2);
        H121Programs.CopyAll program = H121Programs.copyAll().prepare(pool)) {
      return List.of(
          message(() -> program.run(zeros(3, 1, 4), zeros(3, 1, 4))),
          message(() -> program.run(zeros(2, 1, 4), zeros(2, 1, 5))),
          message(() -> program.run(zeros(2, 4), zeros(2, 1, 4))),
          message(() -> H121Kernels.copy(zeros(1, 4), zeros(2, 4))));
    }
  }

  private static Tensor<F32> zeros(long... shape) {
    return Tensor.zeros(F32, shape(shape));
  }

  private static String message(Runnable wrong) {
    return assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
  }
}
