package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.UnaryScalar;
import dev.smalti.processor.ir.Variable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How often each variable of one function is used, what defines it, whether it is assigned. */
final class VariableFacts {
  private final Map<String, Integer> uses = new HashMap<>();
  private final Map<String, Expr> definitions = new HashMap<>();
  private final Map<String, Stmt.For> loops = new HashMap<>();
  private final Set<String> assigned = new HashSet<>();
  private final Set<String> inExtents = new HashSet<>();

  VariableFacts(Function function) {
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        switch (stmt) {
          case Stmt.Let s -> definitions.put(s.variable().name(), s.value());
          case Stmt.For s -> loops.put(s.variable().name(), s);
          default -> {}
        }
        super.stmt(stmt);
      }

      @Override
      public void assign(Variable variable) {
        assigned.add(variable.name());
      }

      @Override
      public void use(Variable variable) {
        uses.merge(variable.name(), 1, Integer::sum);
      }

      @Override
      public void dim(Dim dim) {
        inExtents.addAll(dim.names());
      }
    }.function(function);
  }

  /** How many expressions and statements name the variable, without definitions and extents. */
  int uses(Variable variable) {
    return uses.getOrDefault(variable.name(), 0);
  }

  boolean isAssigned(Variable variable) {
    return assigned.contains(variable.name());
  }

  /** Whether nothing names the variable but its definition. */
  boolean isUnused(Variable variable) {
    return uses(variable) == 0 && !isAssigned(variable) && !inExtents.contains(variable.name());
  }

  /** The loop that counts the variable. */
  Optional<Stmt.For> loop(String name) {
    return Optional.ofNullable(loops.get(name));
  }

  /** The value of a variable that is defined once and never assigned. */
  Optional<Expr> value(String name) {
    return assigned.contains(name) ? Optional.empty() : Optional.ofNullable(definitions.get(name));
  }

  /** The variable whose memory a view is a part of, through any number of views. */
  String root(Variable memory) {
    String name = memory.name();
    while (definitions.get(name) instanceof Place place) {
      Optional<String> base =
          switch (place) {
            case Place.Named(Variable variable) -> Optional.of(variable.name());
            case Place.View view -> Optional.of(view.base().name());
            case Place.Reshaped reshaped -> Optional.of(reshaped.base().name());
            case Place.Devices _,
                Place.NewWindow _,
                Place.NewArray _,
                Place.NewTensor _,
                Place.NewSignal _ ->
                Optional.empty();
          };
      if (base.isEmpty()) {
        return name;
      }
      name = base.get();
    }
    return name;
  }

  /**
   * The expression as an extent over names that keep their value while they are in scope. Java's
   * arithmetic wraps where an extent does not; a difference of two positions inside one memory is
   * the same in both.
   */
  Optional<Dim> dim(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant c when c.type().isInteger() ->
          Optional.of(Dim.of(((Number) c.value()).longValue()));
      case Scalar.Extent(Dim dim) -> Optional.of(resolve(dim));
      case Scalar.Read(Variable variable) when isStableInt(variable) ->
          Optional.of(resolve(Dim.named(variable.name())));
      case Scalar.Cast(ScalarType type, Scalar operand) when type.isInteger() && isWhole(operand) ->
          dim(operand);
      case Scalar.Unary(UnaryScalar operator, Scalar operand)
          when operator == UnaryScalar.NEGATE && operand.type().isInteger() ->
          dim(operand).map(Dim.ZERO::minus);
      case Scalar.Binary binary when binary.type().isInteger() -> dim(binary);
      default -> Optional.empty();
    };
  }

  private static boolean isWhole(Scalar operand) {
    return operand.type() == ScalarType.INT
        && (operand instanceof Scalar.Read
            || operand instanceof Scalar.Extent
            || operand instanceof Scalar.Constant);
  }

  private boolean isStableInt(Variable variable) {
    return variable.type() == ScalarType.INT && !isAssigned(variable);
  }

  private Optional<Dim> dim(Scalar.Binary binary) {
    return dim(binary.left())
        .flatMap(
            a ->
                dim(binary.right())
                    .flatMap(
                        b ->
                            switch (binary.operator()) {
                              case ADD -> Optional.of(a.plus(b));
                              case SUBTRACT -> Optional.of(a.minus(b));
                              case MULTIPLY -> Optional.of(a.times(b));
                              default -> Optional.empty();
                            }));
  }

  /** The extent with local variables replaced by the extents they hold. */
  Dim resolve(Dim dim) {
    return dim.substitute(
        name ->
            value(name)
                .filter(Scalar.class::isInstance)
                .map(Scalar.class::cast)
                .filter(value -> value.type() == ScalarType.INT)
                .flatMap(this::dim)
                .orElseGet(() -> Dim.named(name)));
  }
}
