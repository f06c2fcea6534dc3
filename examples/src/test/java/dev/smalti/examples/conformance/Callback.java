package dev.smalti.examples.conformance;

import dev.smalti.lang.DType;
import dev.smalti.lang.Tensor;
import java.util.List;
import java.util.function.Consumer;

/**
 * A callback among the arguments of a case, as the interpreter calls it.
 *
 * @param call takes its arguments, tensors of any element type or boxed scalars
 */
public record Callback(Consumer<List<Object>> call) {
  /** An argument that is a tensor of an element type. */
  @SuppressWarnings("unchecked") // The element type is compared.
  static <T extends DType> Tensor<T> tensor(T dtype, Object argument) {
    if (argument instanceof Tensor<?> tensor && tensor.dtype() == dtype) {
      return (Tensor<T>) tensor;
    }
    throw new IllegalArgumentException(argument + " is no tensor of " + dtype);
  }

  @Override
  public String toString() {
    return "callback";
  }
}
