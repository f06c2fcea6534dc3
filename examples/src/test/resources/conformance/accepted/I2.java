import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import java.util.List;

final class I2 {
  @InCore
  static void add(
      @Shape("1, n") Tensor<F32> a,
      @Shape("1, n") Tensor<F32> b,
      @Shape("2 * n") @Out Tensor<F32> y) {
    y.slice(at(0), shape(a.dim(1))).store(a.load().add(b.load()));
  }

  static List<String> check() {
    return List.of(message(4, 5, 8), message(4, 4, 9), message(4, 4, 10));
  }

  private static String message(int a, int b, int y) {
    Tensor<F32> first = Tensor.zeros(F32, shape(1, a));
    Tensor<F32> second = Tensor.zeros(F32, shape(1, b));
    Tensor<F32> sum = Tensor.zeros(F32, shape(y));
    return assertThrows(
            IllegalArgumentException.class, () -> I2Kernels.add(first, second, sum))
        .getMessage();
  }
}
