import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;
import java.util.List;

final class H122 {
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

  static List<String> check() {
    Tensor<F32> x = Tensor.zeros(F32, shape(2, 1, 4));
    Tensor<F32> y = Tensor.zeros(F32, shape(2, 1, 4));
    DevicePool pool = DevicePool.threads(2);
    H122Programs.CopyAll program = H122Programs.copyAll().prepare(pool);
    program.run(x, y);
    program.close();
    program.close();
    String closed = message(() -> program.run(x, y));
    pool.close();
    pool.close();
    return List.of(
        closed,
        message(() -> H122Programs.copyAll().prepare(pool)),
        message(() -> pool.worker()));
  }

  private static String message(Runnable wrong) {
    return assertThrows(IllegalStateException.class, wrong::run).getMessage();
  }
}
