package dev.smalti.processor.ir;

/**
 * An operator that each instance of a function fixes.
 *
 * @param name the parameter's name, {@code op}
 */
public record OperatorParameter(String name) implements BinaryOperator {
  @Override
  public String toString() {
    return name;
  }
}
