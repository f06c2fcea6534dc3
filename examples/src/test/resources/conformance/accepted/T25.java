import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Short runs of memory: one column after another. */
final class T25 {
  @InCore
  static void columns(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    for (int column : range(x.dim(1))) {
      y.slice(at(0, column), shape(x.dim(0), 1))
          .store(x.load(at(0, column), shape(x.dim(0), 1)).mul(2));
    }
  }

  static void check() {
    float[] numbers = new float[35];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
    Tensor<F32> y = Tensor.zeros(F32, shape(5, 7));
    T25Kernels.columns(Tensor.of(numbers, 5, 7), y);
    for (int i = 0; i < numbers.length; i++) {
      assertThat(y.read(at(i / 7, i % 7))).isEqualTo(2 * i);
    }
  }
}
