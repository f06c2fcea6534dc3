import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;
import java.lang.foreign.Arena;
import java.util.List;

final class H120 {
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
    Tensor<F32> freed;
    try (Arena arena = Arena.ofShared()) {
      freed = Tensor.of(F32, arena.allocate(32, 4), 2, 1, 4);
    }
    Tensor<F32> y = Tensor.zeros(F32, shape(2, 1, 4));
    try (DevicePool pool = DevicePool.threads(2);
        H120Programs.CopyAll program = H120Programs.copyAll().prepare(pool)) {
      return List.of(message(() -> program.run(freed, y)), message(() -> program.run(y, freed)));
    }
  }

  private static String message(Runnable wrong) {
    return assertThrows(RuntimeException.class, wrong::run).getMessage();
  }
}
