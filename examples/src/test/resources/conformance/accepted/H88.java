import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The signal of an all-to-all-v has any shape with a cell for each rank. */
final class H88 {
  @InCore
  static void stage(@Shape("m, 2") Tensor<I32> x, @Shape("m, 2") @Out Tensor<I32> data) {
    data.store(x.load());
  }

  @InCore
  static void rows(@Shape("n") Tensor<I32> counts, @Shape("n") @Out Tensor<I32> sent) {
    sent.store(counts.load());
  }

  @Host
  static void program(
      World world,
      @Shape("ranks, 2 * ranks, 2") Tensor<I32> x,
      @Shape("ranks, ranks") Tensor<I32> counts,
      @Shape("ranks, 2 * ranks, 2") @Out Tensor<I32> y,
      @Shape("ranks, ranks") @Out Tensor<I32> came) {
    Window<I32> input = world.window(I32, shape(2L * world.size(), 2));
    Window<I32> data = world.window(I32, shape(2L * world.size(), 2));
    Window<I32> sent = world.window(I32, shape(world.size(), 1));
    Window<I32> received = world.window(I32, shape(world.size(), 1));
    Signal line = world.signal(shape(world.size()));
    Signal wide = world.signal(shape(2, world.size()));
    world.forEachRank(r -> stage(x.at(r), input));
    world.forEachRank(r -> rows(counts.at(r), sent.flat()));
    data.allToAllV(input, line, sent, received);
    data.allToAllV(input, wide, sent, received);
    world.forEachRank(r -> stage(data, y.at(r)));
    world.forEachRank(r -> rows(received.flat(), came.at(r)));
  }

  static void check() {
    int[] x = {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18};
    int[] counts = {2, 1, 0, 2};
    int[] y = new int[16];
    int[] came = new int[4];
    try (DevicePool pool = DevicePool.threads(2);
        H88Programs.Program program = H88Programs.program().prepare(pool)) {
      program.run(
          Tensor.of(x, 2, 4, 2),
          Tensor.of(counts, 2, 2),
          Tensor.of(y, 2, 4, 2),
          Tensor.of(came, 2, 2));
    }
    assertThat(y).isEqualTo(new int[] {1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 0, 0, 15, 16, 17, 18});
    assertThat(came).isEqualTo(new int[] {2, 0, 1, 2});
  }
}
