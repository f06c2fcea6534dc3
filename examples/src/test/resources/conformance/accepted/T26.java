import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** More stages than there are rounds, or than would fit; a product that no block divides. */
final class T26 {
  @InCore
  static void stages(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    for (int row : pipeline(0, x.dim(0), 1, 64)) {
      y.row(row).store(x.row(row).load().add(1));
    }
  }

  @InCore
  static void product(
      @Shape("m, k") Tensor<F32> a,
      @Shape("k, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> c) {
    c.store(a.load().matmul(b.load()));
  }

  static void check() {
    Tensor<F32> x = Tensor.zeros(F32, shape(3, 20_011));
    Tensor<F32> y = Tensor.zeros(F32, shape(3, 20_011));
    T26Kernels.stages(x, y);
    assertThat(y.read(at(2, 20_010))).isEqualTo(1);
    float[] ones = new float[67 * 129];
    java.util.Arrays.fill(ones, 1);
    Tensor<F32> c = Tensor.zeros(F32, shape(67, 67));
    T26Kernels.product(Tensor.of(ones, 67, 129), Tensor.of(ones, 129, 67), c);
    assertThat(c.read(at(66, 66))).isEqualTo(129);
  }
}
