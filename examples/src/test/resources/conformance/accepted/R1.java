import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import java.util.List;

final class R1 {
  @InCore
  static void pick(
      @Shape("?, 4") Tensor<F32> x, @Shape("1, 1") Tensor<I32> which, @Shape("1, 4") @Out Tensor<F32> y) {
    y.store(x.row(which.readInt(at(0, 0))).load());
  }

  @InCore
  static void element(
      @Shape("?") Tensor<I32> x, @Shape("1") Tensor<I32> which, @Shape("1") @Out Tensor<I32> y) {
    y.write(at(0), 7 / x.readInt(at(which.readInt(at(0)))));
  }

  static List<String> check() {
    Tensor<F32> x = Tensor.zeros(F32, shape(3, 4));
    Tensor<F32> y = Tensor.zeros(F32, shape(1, 4));
    Tensor<I32> n = Tensor.zeros(I32, shape(2));
    Tensor<I32> m = Tensor.zeros(I32, shape(1));
    return List.of(
        message(() -> R1Kernels.pick(x, Tensor.of(new int[] {3}, 1, 1), y)),
        message(() -> R1Kernels.pick(x, Tensor.of(new int[] {-1}, 1, 1), y)),
        message(() -> R1Kernels.element(n, Tensor.of(new int[] {2}, 1), m)),
        message(() -> R1Kernels.element(n, Tensor.of(new int[] {1}, 1), m)));
  }

  private static String message(Runnable wrong) {
    return assertThrows(RuntimeException.class, wrong::run).getMessage();
  }
}
