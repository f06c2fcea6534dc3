import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import java.util.List;

final class I8 {
  @InCore
  static void both(
      @Shape("1, 4") Tensor<F32> x,
      @Shape("1, 4") @Out Tensor<F32> y,
      @Shape("1, 4") @Out Tensor<F32> z) {
    y.store(x.load().add(1));
    z.store(x.load().add(2));
  }

  static List<String> check() {
    Tensor<F32> all = Tensor.zeros(F32, shape(4, 4));
    Tensor<F32> flat = Tensor.zeros(F32, shape(1, 10));
    return List.of(
        message(all.rows(0, 1), all.rows(1, 1), all.rows(1, 1)),
        message(all.rows(0, 1), part(flat, 0), part(flat, 2)),
        message(part(flat, 1), part(flat, 0), all.rows(0, 1)));
  }

  private static Tensor<F32> part(Tensor<F32> flat, int from) {
    return flat.slice(at(0, from), shape(1, 4));
  }

  private static String message(Tensor<F32> x, Tensor<F32> y, Tensor<F32> z) {
    return assertThrows(IllegalArgumentException.class, () -> I8Kernels.both(x, y, z))
        .getMessage();
  }
}
