import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Rows of any number of bytes, at any address of their elements; inner extents of any number. */
final class T24 {
  @InCore
  static void bytes(@Shape("m, n") Tensor<U8> x, @Shape("m, n") @Out Tensor<U8> y) {
    y.store(x.load().add(1));
  }

  @InCore
  static void product(
      @Shape("m, k") Tensor<F32> a,
      @Shape("k, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> c) {
    c.store(a.load().matmul(b.load()));
  }

  static void check() {
    for (int columns : new int[] {1, 5, 31, 33}) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment odd = arena.allocate(3L * columns + 1, 32).asSlice(1);
        odd.fill((byte) 6);
        Tensor<U8> y = Tensor.of(U8, new byte[3 * columns], 3, columns);
        T24Kernels.bytes(Tensor.of(U8, odd, 3, columns), y);
        assertThat(y.readInt(at(2, columns - 1))).isEqualTo(7);
      }
    }
    for (int k : new int[] {1, 7, 17}) {
      float[] ones = new float[3 * k];
      java.util.Arrays.fill(ones, 1);
      Tensor<F32> c = Tensor.zeros(F32, shape(3, 3));
      T24Kernels.product(Tensor.of(ones, 3, k), Tensor.of(ones, k, 3), c);
      assertThat(c.read(at(2, 2))).isEqualTo(k);
    }
  }
}
