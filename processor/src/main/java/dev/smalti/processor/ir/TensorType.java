package dev.smalti.processor.ir;

import java.util.List;
import java.util.Optional;

/**
 * Memory of a row-major shape: a plain tensor, a window, of which every rank has an instance, or an
 * array, which a call has for itself.
 *
 * @param kind plain, window or array
 * @param element the element type
 * @param shape one extent an axis, outermost first; 1 to 5 axes
 */
public record TensorType(Kind kind, ElementType element, List<Dim> shape) implements Type {
  /** What kind of memory. */
  public enum Kind {
    TENSOR,
    WINDOW,
    /** Of one axis of constant extent; only its single elements are read and written. */
    ARRAY
  }

  public TensorType {
    shape = List.copyOf(shape);
  }

  public boolean isWindow() {
    return kind == Kind.WINDOW;
  }

  public boolean isArray() {
    return kind == Kind.ARRAY;
  }

  /** How many elements a shape has; empty if a long cannot count them. */
  public static Optional<Dim> count(List<Dim> shape) {
    try {
      return Optional.of(shape.stream().reduce(Dim.ONE, Dim::times));
    } catch (ArithmeticException overflow) {
      return Optional.empty();
    }
  }

  public TensorType withShape(List<Dim> other) {
    return new TensorType(kind, element, other);
  }
}
