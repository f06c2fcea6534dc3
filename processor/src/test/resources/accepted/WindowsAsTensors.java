import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A helper that takes tensors is given a window, whose views are windows. */
public final class WindowsAsTensors {
  private WindowsAsTensors() {}

  @Inline
  static <T extends DType> void pieces(Tensor<T> from, Tensor<T> to) {
    for (int i : range(0, from.dim(0), 8)) {
      to.slice(at(i), shape(8)).store(from.slice(at(i), shape(8)).load());
    }
  }

  @InCore
  static void copy(@Shape("64") Window<F32> from, @Shape("64") @Out Tensor<F32> to) {
    pieces(from, to);
  }
}
