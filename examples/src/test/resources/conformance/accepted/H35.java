import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A condition on a cell of a view: row 1 of the signal is as good as the signal. */
final class H35 {
  @InCore
  static void tell(@Shape("2") Signal arrived, @Shape("1") Window<I32> data) {
    int next = (data.rank() + 1) % data.ranks();
    data.remoteStore(next, Tile.fill(I32, shape(1, 1), data.rank() + 5));
    arrived.notify(next, at(1), SET, 3);
  }

  @InCore
  static void read(@Shape("1") Window<I32> data, @Shape("1") @Out Tensor<I32> y) {
    y.store(data.load());
  }

  @Jit
  static void graph(
      @Shape("2, 2") Signal arrived, @Shape("1") Window<I32> data, @Shape("1") @Out Tensor<I32> y) {
    submit(() -> read(data, y), after(arrived.at(1).reaches(at(1), GE, 3)));
    tell(arrived.at(1), data);
  }

  @Host
  static void program(World world, @Shape("ranks, 1") @Out Tensor<I32> y) {
    Signal arrived = world.signal(shape(2, 2));
    Window<I32> data = world.window(I32, shape(1));
    world.forEachRank(r -> graph(arrived, data, y.at(r)));
  }

  static void check() {
    try (DevicePool pool = DevicePool.threads(3);
        H35Programs.Program program = H35Programs.program().prepare(pool)) {
      int[] y = new int[3];
      program.run(Tensor.of(y, 3, 1));
      assertThat(y).isEqualTo(new int[] {7, 5, 6});
    }
  }
}
