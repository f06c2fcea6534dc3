import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The devices of a domain are computed from numbers that are known when the program runs. */
final class H20 {
  @InCore
  static void mark(@Shape("2") @Out Tensor<I32> y, @Shape("?") Window<I32> data, int device) {
    y.write(at(0), 10 * device + data.rank());
    y.write(at(1), data.ranks());
  }

  @Host(worlds = "3..4", sizes = "first = 1")
  static void program(World world, int first, @Shape("ranks, 2") @InOut Tensor<I32> y) {
    Domain upper = world.devices(first + 1, world.size());
    Window<I32> data = upper.window(I32, shape(1));
    upper.forEachRank(r -> mark(y.at(upper.device(r)), data, upper.device(r)));
  }

  static void check() {
    try (DevicePool pool = DevicePool.threads(4);
        H20Programs.Program program = H20Programs.program().prepare(pool)) {
      int[] y = {-1, -1, -1, -1, -1, -1, -1, -1};
      program.run(1, Tensor.of(y, 4, 2));
      assertThat(y).isEqualTo(new int[] {-1, -1, -1, -1, 20, 2, 31, 2});
      program.run(2, Tensor.of(y, 4, 2));
      assertThat(y).isEqualTo(new int[] {-1, -1, -1, -1, 20, 2, 30, 1});
    }
  }
}
