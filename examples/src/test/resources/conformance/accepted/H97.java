import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A window of 80,000 bytes is combined at once, and then all of it but two elements. */
final class H97 {
  @InCore
  static void fold(
      @Shape("n") Tensor<F32> x,
      @Shape("n") @Out Tensor<F32> y,
      @Shape("n") @InOut Window<F32> data,
      @Shape("ranks") Signal signal) {
    int n = x.dim(0);
    data.store(x.load());
    data.allReduce(signal, SUM, MESH);
    data.slice(at(1), shape(n - 2)).allReduce(signal, SUM, MESH);
    y.store(data.load());
  }

  @Host(sizes = "n = 20000")
  static void program(
      World world, @Shape("ranks, n") Tensor<F32> x, @Shape("ranks, n") @Out Tensor<F32> y) {
    Window<F32> data = world.window(F32, shape(x.dim(1)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> fold(x.at(r), y.at(r), data, signal));
  }

  static void check() {
    int n = 20_000;
    float[] x = new float[2 * n];
    float[] y = new float[2 * n];
    float[] expected = new float[2 * n];
    for (int i = 0; i < 2 * n; i++) {
      x[i] = i;
      int column = i % n;
      expected[i] = (column > 0 && column < n - 1 ? 2 : 1) * (2 * column + n);
    }
    try (DevicePool pool = DevicePool.threads(2);
        H97Programs.Program program = H97Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, 2, n), Tensor.of(y, 2, n));
    }
    assertThat(y).usingExactEquality().containsExactly(expected).inOrder();
  }
}
