package dev.smalti.processor.ir;

import dev.smalti.processor.ir.Violation.Rule;
import java.util.List;
import java.util.Optional;

/** What scalars keep. Each check gives the type, or nothing where something below is wrong. */
final class ScalarRules {
  private final FunctionKind plane;
  private final Scope scope;

  ScalarRules(FunctionKind plane, Scope scope) {
    this.plane = plane;
    this.scope = scope;
  }

  Optional<ScalarType> scalar(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant s -> Optional.of(s.type());
      case Scalar.Read(Variable variable) -> scope.use(variable, ScalarType.class);
      case Scalar.Extent(Dim dim) -> only(scope.dim(dim), ScalarType.INT);
      case Scalar.Unary s -> scalar(s.operand()).flatMap(type -> unary(s, type));
      case Scalar.Binary s -> binary(s);
      case Scalar.Conditional s -> conditional(s);
      case Scalar.Cast s -> scalar(s.operand()).flatMap(from -> cast(s, from));
      case Scalar.Call s -> call(s);
      case Scalar.Rank(Variable of) -> rank(of);
      case Scalar.ReadElement s -> readElement(s);
      case Scalar.ReadCell s -> readCell(s);
    };
  }

  /** Requires a type. */
  void require(Scalar scalar, ScalarType wanted, String what) {
    scalar(scalar)
        .ifPresent(
            type ->
                scope.require(
                    type == wanted,
                    Rule.SCALAR_TYPE,
                    () ->
                        what
                            + " "
                            + Printer.describe(scalar)
                            + " is "
                            + type.keyword()
                            + ", not "
                            + wanted.keyword()));
  }

  /** Requires integers, one an axis. */
  boolean position(List<Scalar> position, int axes, String memory) {
    for (Scalar index : position) {
      scalar(index)
          .ifPresent(
              type ->
                  scope.require(
                      type.isInteger(),
                      Rule.SCALAR_TYPE,
                      () -> "the position " + Printer.describe(index) + " is " + type.keyword()));
    }
    return scope.require(
        position.size() == axes,
        Rule.AXES,
        () -> memory + " has " + axes + " axes, the position " + position.size());
  }

  private static Optional<ScalarType> only(boolean right, ScalarType type) {
    return right ? Optional.of(type) : Optional.empty();
  }

  private boolean legal(boolean condition, Scalar scalar, String operands) {
    return scope.require(
        condition,
        Rule.SCALAR_TYPE,
        () -> Printer.describe(scalar) + " has operands of " + operands);
  }

  private Optional<ScalarType> unary(Scalar.Unary s, ScalarType type) {
    boolean fits =
        switch (s.operator()) {
          case NEGATE -> type.isNumeric();
          case NOT -> type == ScalarType.BOOLEAN;
          case COMPLEMENT -> type.isInteger();
        };
    return only(legal(fits, s, type.keyword()), type);
  }

  private Optional<ScalarType> binary(Scalar.Binary s) {
    Optional<ScalarType> left = scalar(s.left());
    Optional<ScalarType> right = scalar(s.right());
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    ScalarType a = left.get();
    ScalarType b = right.get();
    boolean fits =
        switch (s.operator()) {
          case MULTIPLY, DIVIDE, REMAINDER, ADD, SUBTRACT -> a == b && a.isNumeric();
          case LESS, LESS_EQUAL, GREATER, GREATER_EQUAL -> a == b && a.isNumeric();
          case SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED -> a.isInteger() && b.isInteger();
          case EQUAL, NOT_EQUAL -> a == b;
          case AND, XOR, OR -> a == b && !a.isFloating();
          case LOGICAL_AND, LOGICAL_OR -> a == b && a == ScalarType.BOOLEAN;
        };
    ScalarType type = s.operator().isComparison() ? ScalarType.BOOLEAN : a;
    return only(legal(fits, s, a.keyword() + " and " + b.keyword()), type);
  }

  private Optional<ScalarType> conditional(Scalar.Conditional s) {
    require(s.condition(), ScalarType.BOOLEAN, "the condition");
    Optional<ScalarType> yes = scalar(s.yes());
    Optional<ScalarType> no = scalar(s.no());
    if (yes.isEmpty() || no.isEmpty()) {
      return Optional.empty();
    }
    String sides = yes.get().keyword() + " and " + no.get().keyword();
    return only(legal(yes.equals(no), s, sides), yes.get());
  }

  private Optional<ScalarType> cast(Scalar.Cast s, ScalarType from) {
    boolean fits = from.isNumeric() && s.type().isNumeric();
    return only(legal(fits, s, from.keyword()), s.type());
  }

  private Optional<ScalarType> call(Scalar.Call s) {
    List<Optional<ScalarType>> types = s.arguments().stream().map(this::scalar).toList();
    if (types.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    boolean one = types.stream().allMatch(type -> type.get() == s.type());
    boolean fits =
        switch (s.function()) {
          case MIN, MAX, ABS -> s.type().isNumeric();
          case FLOOR_DIV, FLOOR_MOD, CEIL_DIV -> s.type().isInteger();
          case FMA -> s.type().isFloating();
          case SQRT -> s.type() == ScalarType.DOUBLE;
        };
    String arguments = ExpressionPrinter.list(types, type -> type.get().keyword());
    boolean right =
        legal(
            one && fits && types.size() == s.function().arity(),
            s,
            arguments + " and the type " + s.type().keyword());
    return only(right, s.type());
  }

  private Optional<ScalarType> rank(Variable of) {
    plane(plane == FunctionKind.HOST, "asks for its rank");
    boolean domain =
        of.type() instanceof SignalType || of.type() instanceof TensorType t && t.isWindow();
    boolean right =
        scope.use(of)
            && scope.require(
                domain,
                Rule.KIND,
                () -> of.name() + " is " + Printer.describe(of.type()) + " and has no rank");
    return only(right, ScalarType.INT);
  }

  private Optional<ScalarType> readElement(Scalar.ReadElement s) {
    plane(plane == FunctionKind.HOST, "reads " + Printer.describe(s));
    Optional<TensorType> memory = scope.use(s.tensor(), TensorType.class);
    if (memory.isEmpty()) {
      return Optional.empty();
    }
    boolean right = position(s.indices(), memory.get().shape().size(), s.tensor().name());
    boolean converts = s.type().isNumeric() || memory.get().element() == Element.BOOL;
    return only(right && legal(converts, s, memory.get().element().toString()), s.type());
  }

  private Optional<ScalarType> readCell(Scalar.ReadCell s) {
    plane(plane == FunctionKind.HOST || plane == FunctionKind.JIT, "reads a cell");
    return scope
        .use(s.signal(), SignalType.class)
        .flatMap(
            signal ->
                only(
                    position(s.indices(), signal.shape().size(), s.signal().name()),
                    ScalarType.INT));
  }

  private void plane(boolean wrong, String what) {
    scope.require(!wrong, Rule.PLANE, () -> "a function of kind " + plane + " " + what);
  }
}
