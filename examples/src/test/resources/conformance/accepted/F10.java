import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.*;

final class F10 {
  @InCore
  static void add(
      @Shape("1, 4") Tensor<F32> a,
      @Shape("1, 4") Tensor<F32> b,
      @Shape("1, 4") @Out Tensor<F32> sum) {
    sum.store(a.load().add(b.load()));
  }

  @Host
  static void addAll(
      World world,
      @Shape("ranks, 1, 4") Tensor<F32> a,
      @Shape("ranks, 1, 4") Tensor<F32> b,
      @Shape("ranks, 1, 4") @Out Tensor<F32> sum,
      Consumer<Tensor<F32>> verify) {
    world.forEachRank(r -> add(a.at(r), b.at(r), sum.at(r)));
    verify.accept(sum);
  }

  static void check() {
    List<String> called = new ArrayList<>();
    Tensor<F32> a = Tensor.of(new float[] {2, 2, 2, 2}, 1, 1, 4);
    Tensor<F32> b = Tensor.of(new float[] {3, 3, 3, 3}, 1, 1, 4);
    Tensor<F32> sum = Tensor.zeros(F32, shape(1, 1, 4));
    try (DevicePool pool = DevicePool.threads(1);
        F10Programs.AddAll program = F10Programs.addAll().prepare(pool)) {
      program.run(a, b, sum, seen -> called.add("first " + seen.read(at(0, 0, 3))));
      program.run(a, b, sum, _ -> called.add("other"));
    }
    assertThat(called).containsExactly("first 5.0", "other").inOrder();
  }
}
