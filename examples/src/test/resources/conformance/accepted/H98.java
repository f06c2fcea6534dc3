import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A part of a window, as large as is known when it runs, is combined; the rest is left. */
final class H98 {
  @InCore
  static <T extends DType> void stage(@Shape("n") Tensor<I32> x, @Shape("n") @Out Tensor<T> data) {
    data.store(x.load().cast(data.dtype()));
  }

  @InCore
  static <T extends DType> void show(@Shape("n") Tensor<T> data, @Shape("n") @Out Tensor<I32> y) {
    y.store(data.load().cast(I32));
  }

  @Host(sizes = "n = 9")
  static void program(
      World world, @Shape("ranks, n") Tensor<I32> x, @Shape("ranks, n") @Out Tensor<I32> y) {
    Window<F32> data = world.window(F32, shape(x.dim(1)));
    int part = x.dim(1) - 3;
    world.forEachRank(r -> stage(x.at(r), data));
    data.slice(at(2), shape(part)).allReduce(SUM, MESH);
    data.slice(at(2), shape(part)).allReduce(SUM, RING);
    world.forEachRank(r -> show(data, y.at(r)));
  }

  static void check() {
    int ranks = 2;
    int n = 9;
    int m = 9;
    int[] x = new int[ranks * n];
    int[] y = new int[ranks * m];
    int[] expected = new int[ranks * m];
    for (int i = 0; i < x.length; i++) {
      x[i] = i + 1;
    }
    for (int i = 0; i < expected.length; i++) {
      boolean inside = i % n >= 2 && i % n < n - 1;
      expected[i] = inside ? 2 * (x[i % n] + x[n + i % n]) : x[i];
    }
    try (DevicePool pool = DevicePool.threads(ranks);
        H98Programs.Program program = H98Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, ranks, n), Tensor.of(y, ranks, m));
    }
    assertThat(y).isEqualTo(expected);
  }
}
