import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A ring needs a cell for each rank, in any shape. */
final class H96 {
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
    Signal line = world.signal(shape(world.size()));
    Signal deep = world.signal(shape(2, world.size(), 3));
    world.forEachRank(r -> stage(x.at(r), data));
    data.allReduce(line, SUM, RING);
    data.allReduce(deep, SUM, RING);
    world.forEachRank(r -> show(data, y.at(r)));
  }

  static void check() {
    int ranks = 4;
    int n = 10;
    int m = 10;
    int[] x = new int[ranks * n];
    int[] y = new int[ranks * m];
    int[] expected = new int[ranks * m];
    for (int i = 0; i < x.length; i++) {
      x[i] = i + 1;
    }
    for (int i = 0; i < expected.length; i++) {
      for (int r = 0; r < ranks; r++) {
        expected[i] += 4 * x[r * n + i % n];
      }
    }
    try (DevicePool pool = DevicePool.threads(ranks);
        H96Programs.Program program = H96Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, ranks, n), Tensor.of(y, ranks, m));
    }
    assertThat(y).isEqualTo(expected);
  }
}
