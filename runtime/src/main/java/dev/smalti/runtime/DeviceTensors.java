package dev.smalti.runtime;

import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Tensors that the tasks of one core hand to each other; one of the same shape is used again. */
final class DeviceTensors {
  private @Nullable Tensor<?>[] held = new Tensor<?>[4];

  <T extends DType> Tensor<T> zeros(int slot, T dtype, long[] shape) {
    Tensor<T> again = again(slot, dtype, shape);
    if (again == null) {
      return added(slot, dtype, shape);
    }
    Core.segmentOf(again).fill((byte) 0);
    return again;
  }

  <T extends DType> Tensor<T> undefined(int slot, T dtype, long[] shape) {
    Tensor<T> again = again(slot, dtype, shape);
    return again == null ? added(slot, dtype, shape) : again;
  }

  @SuppressWarnings("unchecked") // Its element type is this one.
  private <T extends DType> @Nullable Tensor<T> again(int slot, T dtype, long[] shape) {
    Tensor<?> last = slot < held.length ? held[slot] : null;
    boolean same = last != null && last.dtype().equals(dtype) && Arrays.equals(last.shape(), shape);
    return same ? (Tensor<T>) last : null;
  }

  private <T extends DType> Tensor<T> added(int slot, T dtype, long[] shape) {
    if (slot >= held.length) {
      held = Arrays.copyOf(held, 2 * slot);
    }
    held[slot] = null; // There need not be room for both.
    Tensor<T> tensor = Tensor.zeros(dtype, Smalti.shape(shape));
    held[slot] = tensor;
    return tensor;
  }

  /** The next tensor of the slot has memory of its own. */
  void letGo(int slot) {
    if (slot < held.length) {
      held[slot] = null;
    }
  }

  void clear() {
    Arrays.fill(held, null);
  }
}
