package dev.smalti.processor.ir.run;

/** What is passed for a parameter of a function that is run. */
public sealed interface Argument permits Argument.OfScalar, Memory {
  /**
   * A scalar.
   *
   * @param value a {@link Boolean}, {@link Integer}, {@link Long}, {@link Float} or {@link Double},
   *     as the parameter's type says
   */
  record OfScalar(Object value) implements Argument {}
}
