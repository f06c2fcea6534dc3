import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** Atomic additions of BF16, by put and by remote stores, from all ranks to one. */
final class H74 {
  @InCore
  static void add(
      @Shape("1, n") Tensor<I32> x,
      @Shape("1, n") @Out Tensor<I32> y,
      @Shape("1, n") @InOut Window<BF16> mine,
      @Shape("1, n") Window<BF16> sum,
      @Shape("ranks") Signal arrived) {
    mine.store(x.load().cast(BF16));
    sum.put(0, mine, ADD);
    sum.remoteStore(0, mine.load(), at(0, 0), ADD);
    arrived.barrier();
    y.store(sum.remoteLoad(0).cast(I32));
  }

  @Host
  static void program(
      World world, @Shape("ranks, 1, n") Tensor<I32> x, @Shape("ranks, 1, n") @Out Tensor<I32> y) {
    Window<BF16> mine = world.window(BF16, shape(1, x.dim(2)));
    Window<BF16> sum = world.window(BF16, shape(1, x.dim(2)));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> add(x.at(r), y.at(r), mine, sum, arrived));
  }

  static void check() {
    int[] x = {1, 2, 3, 10, 20, 30, 5, 6, 7};
    int[] y = new int[9];
    try (DevicePool pool = DevicePool.threads(3);
        H74Programs.Program program = H74Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, 3, 1, 3), Tensor.of(y, 3, 1, 3));
    }
    assertThat(y).isEqualTo(new int[] {32, 56, 80, 32, 56, 80, 32, 56, 80});
  }
}
