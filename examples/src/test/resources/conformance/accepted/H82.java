import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Reduce-scatter by each operator. */
final class H82 {
  @InCore
  static <T extends DType> void stage(@Shape("n") Tensor<I32> x, @Shape("n") @Out Tensor<T> data) {
    data.store(x.load().cast(data.dtype()));
  }

  @InCore
  static <T extends DType> void show(@Shape("n") Tensor<T> data, @Shape("n") @Out Tensor<I32> y) {
    y.store(data.load().cast(I32));
  }

  @Host(worlds = "3", sizes = "n = 12")
  static void program(
      World world, @Shape("ranks, n") Tensor<I32> x, @Shape("ranks, n") @Out Tensor<I32> y) {
    Window<F32> data = world.window(F32, shape(x.dim(1)));
    int part = x.dim(1) / world.size();
    world.forEachRank(r -> stage(x.at(r), data));
    data.reduceScatter(MAX);
    world.forEachRank(
        r -> show(data.slice(at(r * part), shape(part)), y.at(r).slice(at(0 * part), shape(part))));
    world.forEachRank(r -> stage(x.at(r), data));
    data.reduceScatter(MIN);
    world.forEachRank(
        r -> show(data.slice(at(r * part), shape(part)), y.at(r).slice(at(1 * part), shape(part))));
    world.forEachRank(r -> stage(x.at(r), data));
    data.reduceScatter(PROD);
    world.forEachRank(
        r -> show(data.slice(at(r * part), shape(part)), y.at(r).slice(at(2 * part), shape(part))));
  }

  static void check() {
    int ranks = 3;
    int n = 12;
    int m = 12;
    int[] x = new int[ranks * n];
    int[] y = new int[ranks * m];
    int[] expected = new int[ranks * m];
    for (int i = 0; i < x.length; i++) {
      x[i] = i % 5 - 2;
    }
    for (int r = 0; r < ranks; r++) {
      for (int j = 0; j < 4; j++) {
        int a = x[4 * r + j];
        int b = x[n + 4 * r + j];
        int c = x[2 * n + 4 * r + j];
        expected[r * m + j] = Math.max(a, Math.max(b, c));
        expected[r * m + 4 + j] = Math.min(a, Math.min(b, c));
        expected[r * m + 8 + j] = a * b * c;
      }
    }
    try (DevicePool pool = DevicePool.threads(ranks);
        H82Programs.Program program = H82Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, ranks, n), Tensor.of(y, ranks, m));
    }
    assertThat(y).isEqualTo(expected);
  }
}
