import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A ring of 19 ranks, by each operator, of integers, of 7 elements. */
final class H110 {
  @InCore
  static <T extends DType> void stage(@Shape("n") Tensor<I32> x, @Shape("n") @Out Tensor<T> data) {
    data.store(x.load().cast(data.dtype()));
  }

  @InCore
  static <T extends DType> void show(@Shape("n") Tensor<T> data, @Shape("n") @Out Tensor<I32> y) {
    y.store(data.load().cast(I32));
  }

  @Host(worlds = "3, 19", sizes = "n = 7")
  static void program(
      World world, @Shape("ranks, n") Tensor<I32> x, @Shape("ranks, 2 * n") @Out Tensor<I32> y) {
    Window<I32> flat = world.window(I32, shape(x.dim(1)));
    Window<I16> small = world.window(I16, shape(x.dim(1)));
    world.forEachRank(r -> stage(x.at(r), flat));
    flat.allReduce(MAX, RING);
    world.forEachRank(r -> show(flat, y.at(r).slice(at(0), shape(x.dim(1)))));
    world.forEachRank(r -> stage(x.at(r), small));
    small.allReduce(PROD, RING);
    world.forEachRank(r -> show(small, y.at(r).slice(at(x.dim(1)), shape(x.dim(1)))));
  }

  static void check() {
    int ranks = 19;
    int n = 7;
    int m = 14;
    int[] x = new int[ranks * n];
    int[] y = new int[ranks * m];
    int[] expected = new int[ranks * m];
    for (int i = 0; i < x.length; i++) {
      x[i] = i % 3 - 1;
    }
    for (int i = 0; i < expected.length; i++) {
      int column = i % m % n;
      boolean max = i % m < n;
      expected[i] = max ? -1 : 1;
      for (int r = 0; r < ranks; r++) {
        int each = x[r * n + column];
        expected[i] = max ? Math.max(expected[i], each) : expected[i] * each;
      }
    }
    try (DevicePool pool = DevicePool.threads(ranks);
        H110Programs.Program program = H110Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, ranks, n), Tensor.of(y, ranks, m));
    }
    assertThat(y).isEqualTo(expected);
  }
}
