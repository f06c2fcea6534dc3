import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import com.google.common.truth.Truth;
import dev.smalti.runtime.DevicePool;
import java.lang.foreign.Arena;

/** Any memory may be passed: arrays, native memory, and both at once. */
final class H119 {
  @InCore
  static void twice(@Shape("1, 2") Tensor<F32> x, @Shape("1, 2") @Out Tensor<F32> y) {
    y.store(x.load().mul(2));
  }

  @Host
  static void twiceAll(
      World world,
      @Shape("ranks, 1, 2") Tensor<F32> xs,
      @Shape("ranks, 1, 2") @Out Tensor<F32> ys) {
    world.forEachRank(r -> twice(xs.at(r), ys.at(r)));
  }

  static void check() {
    try (DevicePool pool = DevicePool.threads(2);
        H119Programs.TwiceAll program = H119Programs.twiceAll().prepare(pool);
        Arena arena = Arena.ofShared()) {
      float[] y = new float[4];
      Tensor<F32> array = Tensor.of(new float[] {1, 2, 3, 4}, 2, 1, 2);
      Tensor<F32> segment = Tensor.of(F32, arena.allocate(16, 4), 2, 1, 2);
      program.run(array, segment);
      program.run(segment, Tensor.of(y, 2, 1, 2));
      Truth.assertThat(y).usingExactEquality().containsExactly(new float[] {4, 8, 12, 16});
    }
  }
}
