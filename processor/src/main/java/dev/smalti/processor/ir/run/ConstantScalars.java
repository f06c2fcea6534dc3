package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Evaluates scalars that follow from constants alone. */
public final class ConstantScalars {
  private final Function<Variable, Optional<Object>> known;

  /**
   * For one scope.
   *
   * @param known the values of variables, where they are constants
   */
  public ConstantScalars(Function<Variable, Optional<Object>> known) {
    this.known = known;
  }

  /**
   * The value, as {@link Scalar.Constant} holds it; empty if it depends on more than constants, or
   * Java would throw an exception.
   */
  public Optional<Object> value(Scalar scalar) {
    try {
      return evaluated(scalar);
    } catch (ArithmeticException noValue) {
      return Optional.empty();
    }
  }

  private Optional<Object> evaluated(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant s -> Optional.of(s.value());
      case Scalar.Read s -> known.apply(s.variable());
      case Scalar.Extent s ->
          s.dim().constant().stream()
              .mapToObj(Math::toIntExact)
              .map(Object.class::cast)
              .findFirst();
      case Scalar.Unary s -> evaluated(s.operand()).map(a -> ScalarMath.unary(s.operator(), a));
      case Scalar.Binary s -> binary(s);
      case Scalar.Conditional s ->
          evaluated(s.condition()).flatMap(holds -> evaluated((Boolean) holds ? s.yes() : s.no()));
      case Scalar.Cast s -> evaluated(s.operand()).map(a -> ScalarMath.cast(s.type(), a));
      case Scalar.Call s -> call(s);
      case Scalar.Rank _, Scalar.ReadElement _, Scalar.ReadCell _ -> Optional.empty();
    };
  }

  private Optional<Object> binary(Scalar.Binary scalar) {
    Optional<Object> left = evaluated(scalar.left());
    if (scalar.operator().isLogical() && left.isPresent()) {
      boolean decided =
          switch (scalar.operator()) {
            case LOGICAL_AND -> !(Boolean) left.get();
            default -> (Boolean) left.get();
          };
      return decided ? left : evaluated(scalar.right());
    }
    return left.flatMap(
        a -> evaluated(scalar.right()).map(b -> ScalarMath.binary(scalar.operator(), a, b)));
  }

  private Optional<Object> call(Scalar.Call scalar) {
    List<Object> arguments = new ArrayList<>();
    for (Scalar argument : scalar.arguments()) {
      evaluated(argument).ifPresent(arguments::add);
    }
    return arguments.size() < scalar.arguments().size()
        ? Optional.empty()
        : Optional.of(ScalarMath.call(scalar.function(), arguments.toArray()));
  }
}
