import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.lang.foreign.Arena;

/** Arguments whose rows are apart, some on the heap and some in native memory. */
final class I4 {
  @InCore
  static void add(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> sum) {
    sum.store(a.load().add(b.load()));
  }

  static void check() {
    float[] numbers = new float[40];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
    Tensor<F32> heap = Tensor.of(numbers, 5, 8);
    try (Arena arena = Arena.ofConfined()) {
      Tensor<F32> outside = Tensor.of(F32, arena.allocate(4 * 40, 4), 5, 8);
      Tensor<F32> sum = outside.slice(at(1, 2), shape(3, 5));
      I4Kernels.add(heap.slice(at(0, 0), shape(3, 5)), heap.slice(at(2, 3), shape(3, 5)), sum);
      for (int i = 0; i < numbers.length; i++) {
        int row = i / 8 - 1;
        int column = i % 8 - 2;
        boolean inside = row >= 0 && row < 3 && column >= 0 && column < 5;
        assertThat(outside.read(at(i / 8, i % 8)))
            .isEqualTo(inside ? 8 * row + column + 8 * (row + 2) + column + 3 : 0);
      }
    }
  }
}
