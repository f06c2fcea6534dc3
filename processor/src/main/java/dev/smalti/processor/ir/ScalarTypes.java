package dev.smalti.processor.ir;

import java.util.Optional;

/** Types of scalars, also of wrong ones. */
final class ScalarTypes {
  private ScalarTypes() {}

  /** The type of a scalar; empty if it comes down to a variable that is no scalar. */
  static Optional<ScalarType> of(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Read(Variable variable) ->
          variable.type() instanceof ScalarType type ? Optional.of(type) : Optional.empty();
      case Scalar.Unary s -> of(s.operand());
      case Scalar.Binary s ->
          s.operator().isComparison() ? Optional.of(ScalarType.BOOLEAN) : of(s.left());
      case Scalar.Conditional s -> of(s.yes());
      case Scalar.Constant _,
          Scalar.Extent _,
          Scalar.Cast _,
          Scalar.Call _,
          Scalar.Rank _,
          Scalar.ReadElement _,
          Scalar.ReadCell _ ->
          Optional.of(scalar.type());
    };
  }

  /** The type that a call of {@link Math} has by its first argument. */
  static Optional<ScalarType> derived(Scalar.Call call) {
    return call.arguments().stream().findFirst().flatMap(ScalarTypes::of);
  }

  /** The type in which an element of this memory is computed. */
  static Optional<ScalarType> derived(Scalar.ReadElement read) {
    return read.tensor().type() instanceof TensorType memory
            && memory.element() instanceof Element element
        ? Optional.of(element.scalar())
        : Optional.empty();
  }
}
