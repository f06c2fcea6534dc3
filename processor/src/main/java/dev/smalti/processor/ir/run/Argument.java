package dev.smalti.processor.ir.run;

import java.util.List;
import java.util.function.Consumer;

/** What is passed for a parameter of a function that is run. */
public sealed interface Argument permits Argument.OfScalar, Argument.OfCallback, Memory {
  /**
   * A scalar.
   *
   * @param value a {@link Boolean}, {@link Integer}, {@link Long}, {@link Float} or {@link Double},
   *     as the parameter's type says
   */
  record OfScalar(Object value) implements Argument {}

  /**
   * A callback.
   *
   * @param call takes its arguments: a {@link Memory} for a tensor, a boxed value for a scalar
   */
  record OfCallback(Consumer<List<Object>> call) implements Argument {}
}
