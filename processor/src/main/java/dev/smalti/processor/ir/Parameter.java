package dev.smalti.processor.ir;

/**
 * A parameter of a function.
 *
 * @param variable its name and type
 * @param direction of a tensor or window; {@code IN} for everything else
 * @param span where it is declared
 */
public record Parameter(Variable variable, Direction direction, Span span) {
  public String name() {
    return variable.name();
  }

  public Type type() {
    return variable.type();
  }
}
