import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A task under a condition is one in an if, whose condition is any. */
final class S25 {
  @InCore
  static void fill(@Shape("8") @Out Tensor<F32> y, double value) {
    y.store(Tile.fill(F32, shape(8), value));
  }

  @Jit
  static void graph(
      @Shape("2") Tensor<I32> gate,
      @Shape("1") Tensor<U8> small,
      @Shape("8") @InOut Tensor<F32> y,
      int least) {
    if (gate.readInt(at(0)) >= least && gate.readInt(at(1)) < 5 || small.readInt(at(0)) == 255) {
      fill(y, 999);
    }
  }

  static void check() {
    assertThat(first(3, 4, 0)).isEqualTo(999);
    assertThat(first(2, 4, 0)).isEqualTo(42);
    assertThat(first(3, 5, 0)).isEqualTo(42);
    assertThat(first(2, 5, 255)).isEqualTo(999);
  }

  private static double first(int left, int right, int small) {
    Tensor<F32> y = Tensor.of(new float[] {42, 42, 42, 42, 42, 42, 42, 42}, 8);
    Tensor<I32> gate = Tensor.of(new int[] {left, right}, 2);
    S25Kernels.graph(gate, Tensor.of(U8, new byte[] {(byte) small}, 1), y, 3);
    return y.read(at(0));
  }
}
