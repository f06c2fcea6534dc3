import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** One signal, of the shape that rings had, serves mesh and ring in turn. */
final class H95 {
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
    Signal signal = world.signal(shape(2L * world.size(), world.size()));
    world.forEachRank(r -> stage(x.at(r), data));
    data.allReduce(signal, SUM, RING);
    data.allReduce(signal, SUM, MESH);
    data.allReduce(signal, SUM, RING);
    world.forEachRank(r -> show(data, y.at(r)));
  }

  static void check() {
    int ranks = 3;
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
        expected[i] += 9 * x[r * n + i % n];
      }
    }
    try (DevicePool pool = DevicePool.threads(ranks);
        H95Programs.Program program = H95Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, ranks, n), Tensor.of(y, ranks, m));
    }
    assertThat(y).isEqualTo(expected);
  }
}
