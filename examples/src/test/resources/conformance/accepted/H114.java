import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Collectives of other types than F32. */
final class H114 {
  @InCore
  static <T extends DType> void stage(@Shape("n") Tensor<I32> x, @Shape("n") @Out Tensor<T> data) {
    data.store(x.load().cast(data.dtype()));
  }

  @InCore
  static <T extends DType> void show(@Shape("n") Tensor<T> data, @Shape("n") @Out Tensor<I32> y) {
    y.store(data.load().cast(I32));
  }

  @Host(worlds = "2")
  static void program(
      World world, @Shape("ranks, n") Tensor<I32> x, @Shape("ranks, 4, n") @Out Tensor<I32> y) {
    Window<F16> halves = world.window(F16, shape(x.dim(1)));
    Window<I64> own = world.window(I64, shape(x.dim(1)));
    Window<I64> longs = world.window(I64, shape(world.size(), x.dim(1)));
    Window<U8> bytes = world.window(U8, shape(x.dim(1)));
    Window<I64> exchanged = world.window(I64, shape(world.size(), x.dim(1)));
    world.forEachRank(r -> stage(x.at(r), halves));
    halves.broadcast(1);
    world.forEachRank(r -> show(halves, y.at(r, 0)));
    world.forEachRank(r -> stage(x.at(r), own));
    longs.allGather(own);
    world.forEachRank(r -> show(longs.at(1), y.at(r, 1)));
    exchanged.allToAll(longs);
    world.forEachRank(r -> show(exchanged.at(0), y.at(r, 2)));
    world.forEachRank(r -> stage(x.at(r), bytes));
    bytes.reduceScatter(SUM);
    world.forEachRank(r -> show(bytes, y.at(r, 3)));
  }

  static void check() {
    int[] x = {1, 2, 3, 4, 5, 6, 7, 8};
    int[] y = new int[32];
    try (DevicePool pool = DevicePool.threads(2);
        H114Programs.Program program = H114Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, 2, 4), Tensor.of(y, 2, 4, 4));
    }
    assertThat(y)
        .isEqualTo(
            new int[] {
              5, 6, 7, 8, 5, 6, 7, 8, 1, 2, 3, 4, 6, 8, 3, 4, //
              5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 10, 12
            });
  }
}
