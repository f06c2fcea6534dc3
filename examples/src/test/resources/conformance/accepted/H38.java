import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A helper says which cell and value a condition asks for. */
final class H38 {
  @InCore
  static void tell(
      @Shape("cells") Tensor<I32> x,
      @Shape("cells") Window<I32> data,
      @Shape("cells") Signal arrived) {
    int next = (data.rank() + 1) % data.ranks();
    data.remoteStore(next, x.load());
    for (int cell : range(data.dim(0))) {
      arrived.notify(next, at(cell), SET, 4);
    }
  }

  @InCore
  static void read(
      @Shape("?") Window<I32> data,
      @Shape("1") Tensor<I32> addend,
      @Shape("1") @Out Tensor<I32> y,
      int cell) {
    y.write(at(0), data.readInt(at(cell)) + addend.readInt(at(0)));
  }

  @Inline
  static int value(int cell) {
    return Math.min(cell + 2, 4);
  }

  @Jit
  static void graph(
      @Shape("cells") Tensor<I32> x,
      @Shape("cells") Signal arrived,
      @Shape("cells") Window<I32> data,
      @Shape("cells") @InOut Tensor<I32> y) {
    Tensor<I32> none = Tensor.zeros(I32, shape(1));
    for (int cell : range(x.dim(0))) {
      Task ready = arrived.reaches(at(cell), GE, value(cell));
      submit(() -> read(data, none, y.slice(at(cell), shape(1)), cell), after(ready));
    }
    tell(x, data, arrived);
  }

  @Host
  static void program(
      World world,
      @Shape("ranks, cells") Tensor<I32> x,
      @Shape("ranks, cells") @InOut Tensor<I32> y) {
    Signal arrived = world.signal(shape(x.dim(1)));
    Window<I32> data = world.window(I32, shape(x.dim(1)));
    world.forEachRank(r -> graph(x.at(r), arrived, data, y.at(r)));
  }

  static void check() {
    int cells = 3;
    int[] x = new int[2 * cells];
    int[] y = new int[2 * cells];
    int[] expected = new int[2 * cells];
    for (int i = 0; i < 2 * cells; i++) {
      x[i] = i < cells ? 100 : 200;
      expected[i] = i < cells ? 200 : 100;
    }
    try (DevicePool pool = DevicePool.threads(2);
        H38Programs.Program program = H38Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, 2, cells), Tensor.of(y, 2, cells));
    }
    assertThat(y).isEqualTo(expected);
  }
}
