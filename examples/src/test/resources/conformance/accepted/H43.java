import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Names of the runtime and of generated code may be names of kernels. */
final class H43 {
  @InCore
  static void run(@Shape("1, 4") Tensor<F32> core, @Shape("1, 4") @Out Tensor<F32> dispatch) {
    dispatch.store(core.load().add(1));
  }

  @Jit
  static void worker(@Shape("1, 4") Tensor<F32> prepare, @Shape("1, 4") @Out Tensor<F32> close) {
    run(prepare, close);
  }

  @Host
  static void main(
      World scratch,
      @Shape("ranks, 1, 4") Tensor<F32> pool,
      @Shape("ranks, 1, 4") @Out Tensor<F32> rank) {
    scratch.forEachRank(cells -> worker(pool.at(cells), rank.at(cells)));
  }

  static void check() {
    float[] y = new float[8];
    try (DevicePool pool = DevicePool.threads(2);
        H43Programs.Main program = H43Programs.main().prepare(pool)) {
      program.run(Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 2, 1, 4), Tensor.of(y, 2, 1, 4));
    }
    assertThat(y).usingExactEquality().containsExactly(new float[] {2, 3, 4, 5, 6, 7, 8, 9});
  }
}
