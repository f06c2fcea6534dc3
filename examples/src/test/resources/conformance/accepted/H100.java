import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** An all-reduce without a signal in loops. */
final class H100 {
  @InCore
  static <T extends DType> void stage(@Shape("n") Tensor<I32> x, @Shape("n") @Out Tensor<T> data) {
    data.store(x.load().cast(data.dtype()));
  }

  @InCore
  static <T extends DType> void show(@Shape("n") Tensor<T> data, @Shape("n") @Out Tensor<I32> y) {
    y.store(data.load().cast(I32));
  }

  @Host
  static void program(
      World world, @Shape("ranks, n") Tensor<I32> x, @Shape("ranks, n") @Out Tensor<I32> y) {
    Window<F32> data = world.window(F32, shape(x.dim(1)));
    world.forEachRank(r -> stage(x.at(r), data));
    for (int round : range(3)) {
      data.allReduce(SUM);
    }
    int rounds = 1;
    while (rounds < 3) {
      data.allReduce(SUM, MESH);
      rounds++;
    }
    world.forEachRank(r -> show(data, y.at(r)));
  }

  static void check() {
    int ranks = 2;
    int n = 5;
    int m = 5;
    int[] x = new int[ranks * n];
    int[] y = new int[ranks * m];
    int[] expected = new int[ranks * m];
    for (int i = 0; i < x.length; i++) {
      x[i] = i + 1;
    }
    for (int i = 0; i < expected.length; i++) {
      for (int r = 0; r < ranks; r++) {
        expected[i] += 16 * x[r * n + i % n];
      }
    }
    try (DevicePool pool = DevicePool.threads(ranks);
        H100Programs.Program program = H100Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, ranks, n), Tensor.of(y, ranks, m));
    }
    assertThat(y).isEqualTo(expected);
  }
}
