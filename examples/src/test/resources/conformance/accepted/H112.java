import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** In a program, too, the input of a collective may be a plain tensor: one for all ranks. */
final class H112 {
  @InCore
  static void show(@Shape("n") Tensor<I32> data, @Shape("n") @Out Tensor<I32> y) {
    y.store(data.load());
  }

  @Host
  static void program(
      World world,
      @Shape("n") Tensor<I32> x,
      @Shape("ranks, n") Tensor<I32> parts,
      @Shape("ranks, ranks, n") @Out Tensor<I32> gathered,
      @Shape("ranks, ranks, n") @Out Tensor<I32> exchanged) {
    Window<I32> all = world.window(I32, shape(world.size(), x.dim(0)));
    all.allGather(x);
    world.forEachRank(r -> show(all.flat(), gathered.at(r).flat()));
    all.allToAll(parts);
    world.forEachRank(r -> show(all.flat(), exchanged.at(r).flat()));
  }

  static void check() {
    int[] gathered = new int[8];
    int[] exchanged = new int[8];
    try (DevicePool pool = DevicePool.threads(2);
        H112Programs.Program program = H112Programs.program().prepare(pool)) {
      program.run(
          Tensor.of(new int[] {1, 2}, 2),
          Tensor.of(new int[] {3, 4, 5, 6}, 2, 2),
          Tensor.of(gathered, 2, 2, 2),
          Tensor.of(exchanged, 2, 2, 2));
    }
    assertThat(gathered).isEqualTo(new int[] {1, 2, 1, 2, 1, 2, 1, 2});
    assertThat(exchanged).isEqualTo(new int[] {3, 4, 3, 4, 5, 6, 5, 6});
  }
}
