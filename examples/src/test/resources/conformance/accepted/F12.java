import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.util.ArrayList;
import java.util.List;

/** No program: plain Java calls a task graph, and a closure after it. */
final class F12 {
  @InCore
  static void add(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> sum) {
    sum.store(a.load().add(b.load()));
  }

  @Jit
  static void graph(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> sum) {
    add(a, b, sum);
  }

  static void check() {
    List<Double> verified = new ArrayList<>();
    Tensor<F32> a = Tensor.of(new float[] {2, 2}, 1, 2);
    Tensor<F32> b = Tensor.of(new float[] {3, 3}, 1, 2);
    Tensor<F32> sum = Tensor.zeros(F32, shape(1, 2));
    Runnable verify = () -> verified.add(sum.read(at(0, 1)));
    F12Kernels.graph(a, b, sum);
    verify.run();
    assertThat(verified).containsExactly(5.0);
  }
}
