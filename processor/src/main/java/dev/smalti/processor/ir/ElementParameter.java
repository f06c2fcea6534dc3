package dev.smalti.processor.ir;

/**
 * An element type that each instance of a generic function fixes.
 *
 * @param name the type variable, {@code T}
 */
public record ElementParameter(String name) implements ElementType {
  @Override
  public String toString() {
    return name;
  }
}
