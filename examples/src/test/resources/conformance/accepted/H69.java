import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A put and a get of extents that are known when they run, as a whole and in part. */
final class H69 {
  @InCore
  static void move(
      @Shape("m, n") Tensor<I32> x,
      @Shape("m, n") @InOut Tensor<I32> y,
      @Shape("m, n") Window<I32> data,
      @Shape("ranks") Signal arrived) {
    int next = (data.rank() + 1) % data.ranks();
    data.put(next, x);
    arrived.barrier();
    data.get(next, y);
    arrived.barrier();
    data.rows(1, x.dim(0) - 1).put(next, y.rows(0, x.dim(0) - 1));
    arrived.barrier();
    data.slice(at(0, 1), shape(x.dim(0), x.dim(1) - 1))
        .get(next, y.slice(at(0, 0), shape(x.dim(0), x.dim(1) - 1)));
  }

  @Host(sizes = "m = 2; n = 3")
  static void program(
      World world,
      @Shape("ranks, m, n") Tensor<I32> x,
      @Shape("ranks, m, n") @InOut Tensor<I32> y) {
    Window<I32> data = world.window(I32, shape(x.dim(1), x.dim(2)));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> move(x.at(r), y.at(r), data, arrived));
  }

  static void check() {
    int[] x = {1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16};
    int[] y = new int[12];
    try (DevicePool pool = DevicePool.threads(2);
        H69Programs.Program program = H69Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, 2, 2, 3), Tensor.of(y, 2, 2, 3));
    }
    assertThat(y).isEqualTo(new int[] {2, 3, 3, 2, 3, 6, 12, 13, 13, 12, 13, 16});
  }
}
