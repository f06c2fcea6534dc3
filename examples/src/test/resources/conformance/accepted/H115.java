import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A signal of two axes for every collective. */
final class H115 {
  @InCore
  static <T extends DType> void stage(@Shape("n") Tensor<I32> x, @Shape("n") @Out Tensor<T> data) {
    data.store(x.load().cast(data.dtype()));
  }

  @InCore
  static <T extends DType> void show(@Shape("n") Tensor<T> data, @Shape("n") @Out Tensor<I32> y) {
    y.store(data.load().cast(I32));
  }

  @Host(worlds = "3")
  static void program(
      World world,
      @Shape("ranks, 2 * ranks") Tensor<I32> x,
      @Shape("ranks, 2") @Out Tensor<I32> y) {
    Window<F32> data = world.window(F32, shape(x.dim(1)));
    Signal column = world.signal(shape(world.size(), 1));
    Signal wide = world.signal(shape(3, world.size()));
    world.forEachRank(r -> stage(x.at(r), data));
    column.barrier();
    wide.barrier(TREE);
    data.broadcast(column, 1);
    data.allReduce(wide, SUM);
    data.reduceScatter(column, SUM);
    world.forEachRank(r -> show(data.slice(at(2 * r), shape(2)), y.at(r)));
  }

  static void check() {
    int ranks = 3;
    int n = 6;
    int m = 2;
    int[] x = new int[ranks * n];
    int[] y = new int[ranks * m];
    int[] expected = new int[ranks * m];
    for (int i = 0; i < x.length; i++) {
      x[i] = i + 1;
    }
    for (int i = 0; i < expected.length; i++) {
      expected[i] = 9 * x[n + i];
    }
    try (DevicePool pool = DevicePool.threads(ranks);
        H115Programs.Program program = H115Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, ranks, n), Tensor.of(y, ranks, m));
    }
    assertThat(y).isEqualTo(expected);
  }
}
