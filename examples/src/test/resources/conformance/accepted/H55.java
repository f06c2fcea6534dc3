import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** A window of one axis is stored to, and several rows at once. */
final class H55 {
  @InCore
  static void push(
      @Shape("2, 3") Tensor<F32> x,
      @Shape("3") @Out Tensor<F32> line,
      @Shape("2, 3") @Out Tensor<F32> rows,
      @Shape("3") Window<F32> flat,
      @Shape("1, 2, 3") Window<F32> deep,
      @Shape("ranks") Signal arrived) {
    int next = (flat.rank() + 1) % flat.ranks();
    flat.remoteStore(next, x.row(1).load());
    deep.remoteStore(next, x.load());
    arrived.barrier();
    line.store(flat.load());
    rows.store(deep.load());
  }

  @Host
  static void shift(
      World world,
      @Shape("ranks, 2, 3") Tensor<F32> x,
      @Shape("ranks, 3") @Out Tensor<F32> line,
      @Shape("ranks, 2, 3") @Out Tensor<F32> rows) {
    Window<F32> flat = world.window(F32, shape(3));
    Window<F32> deep = world.window(F32, shape(1, 2, 3));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> push(x.at(r), line.at(r), rows.at(r), flat, deep, arrived));
  }

  static void check() {
    float[] x = {1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60};
    float[] line = new float[6];
    float[] rows = new float[12];
    try (DevicePool pool = DevicePool.threads(2);
        H55Programs.Shift program = H55Programs.shift().prepare(pool)) {
      program.run(Tensor.of(x, 2, 2, 3), Tensor.of(line, 2, 3), Tensor.of(rows, 2, 2, 3));
    }
    assertThat(line).usingExactEquality().containsExactly(new float[] {40, 50, 60, 4, 5, 6});
    assertThat(rows)
        .usingExactEquality()
        .containsExactly(new float[] {10, 20, 30, 40, 50, 60, 1, 2, 3, 4, 5, 6});
  }
}
