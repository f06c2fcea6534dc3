package dev.smalti.processor.ir;

import dev.smalti.processor.ir.Violation.Rule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What is visible at a statement that is being verified, and what was found so far. */
final class Scope {
  /** How a variable came to be. */
  enum Kind {
    PARAMETER,
    COUNTER,
    LOCAL
  }

  private record Entry(Type type, Kind kind) {}

  private final Function function;
  private final Set<String> namesInExtents;
  private final Set<Violation> violations = new LinkedHashSet<>();
  private final Set<String> taken = new HashSet<>();
  private final Map<String, Parameter> memory = new HashMap<>();
  private Map<String, Entry> visible = new HashMap<>();
  private Span at;

  Scope(Function function, Set<String> namesInExtents) {
    this.function = function;
    this.namesInExtents = namesInExtents;
    this.at = function.span();
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  /** Everything found from now on is at the first of these places. */
  void at(List<Span> spans) {
    at = spans.getFirst();
    for (Span span : spans) {
      if (span.file().isBlank() || span.line() < 1 || span.column() < 1) {
        report(Rule.SPAN, "'" + span + "' is no place in a source file");
      }
    }
  }

  void report(Rule rule, String text) {
    violations.add(new Violation(rule, at, text));
  }

  /** Reports unless the condition holds, which it gives back; the text is made when needed. */
  boolean require(boolean condition, Rule rule, Supplier<String> text) {
    if (!condition) {
      report(rule, text.get());
    }
    return condition;
  }

  // ---- names

  void symbol(String name) {
    unique(name);
  }

  void parameter(Parameter parameter) {
    bind(parameter.variable(), Kind.PARAMETER);
    memory.put(parameter.name(), parameter);
  }

  void define(Variable variable, Kind kind) {
    type(variable.type());
    bind(variable, kind);
  }

  private void bind(Variable variable, Kind kind) {
    unique(variable.name());
    visible.put(variable.name(), new Entry(variable.type(), kind));
  }

  private void unique(String name) {
    require(taken.add(name), Rule.NAME_UNIQUE, () -> name + " is defined twice");
  }

  /** Remembers that a name stands for the memory of another. */
  void alias(Variable name, Variable base) {
    root(base).ifPresent(parameter -> memory.put(name.name(), parameter));
  }

  /** The parameter whose memory a variable stands for. */
  Optional<Parameter> root(Variable variable) {
    return Optional.ofNullable(memory.get(variable.name()));
  }

  /** What is defined in the block is forgotten behind it. */
  void inside(Runnable block) {
    Map<String, Entry> before = visible;
    visible = new HashMap<>(before);
    block.run();
    visible = before;
  }

  /** Whether a use is of a variable in scope, with its type. */
  boolean use(Variable variable) {
    Entry entry = visible.get(variable.name());
    if (entry == null) {
      report(Rule.IN_SCOPE, variable.name() + " is not defined here");
      return false;
    }
    return require(
        entry.type().equals(variable.type()),
        Rule.USE_TYPE,
        () ->
            variable.name()
                + " is used as "
                + Printer.describe(variable.type())
                + " and defined as "
                + Printer.describe(entry.type()));
  }

  /** A use of a variable of this kind of type. */
  <T extends Type> Optional<T> use(Variable variable, Class<T> wanted) {
    if (!use(variable)) {
      return Optional.empty();
    }
    boolean fits =
        require(
            wanted.isInstance(variable.type()),
            Rule.KIND,
            () ->
                variable.name()
                    + " is "
                    + Printer.describe(variable.type())
                    + " where a "
                    + wanted.getSimpleName().replace("Type", "").toLowerCase(java.util.Locale.ROOT)
                    + " is needed");
    return fits ? Optional.of(wanted.cast(variable.type())) : Optional.empty();
  }

  /** Whether a variable may take another value. */
  void assign(Variable variable) {
    Entry entry = visible.get(variable.name());
    if (!use(variable) || entry == null) {
      return;
    }
    String name = variable.name();
    require(
        entry.kind() == Kind.LOCAL,
        Rule.ASSIGNABLE,
        () -> name + " is assigned and is a " + Words.of(entry.kind()));
    require(
        entry.type() instanceof ScalarType
            || entry.type() instanceof TileType
            || entry.type() instanceof TaskType,
        Rule.ASSIGNABLE,
        () -> name + " is assigned and names " + Printer.describe(entry.type()));
    require(
        !namesInExtents.contains(name),
        Rule.ASSIGNABLE,
        () -> name + " is assigned and stands in an extent");
  }

  // ---- types

  /** Whether a type is well-formed and speaks of what is known here. */
  boolean type(Type type) {
    return switch (type) {
      case ScalarType _, TaskType _, WorldType _, CallbackType _ -> true;
      case TensorType t -> element(t.element()) && axes(t.shape()) && extents(t.shape(), 1);
      case SignalType t -> axes(t.shape()) && extents(t.shape(), 0);
      case TileType t ->
          element(t.element())
              && extents(List.of(t.rows(), t.columns()), 1)
              && valid(t.rows(), t.validRows())
              && valid(t.columns(), t.validColumns());
    };
  }

  private boolean axes(List<Dim> shape) {
    return require(
        !shape.isEmpty() && shape.size() <= 5,
        Rule.AXES,
        () -> "memory has " + shape.size() + " axes, not 1 to 5");
  }

  boolean extents(List<Dim> extents, long least) {
    boolean right = true;
    for (Dim extent : extents) {
      right &= dim(extent);
      right &=
          require(
              extent.constant().orElse(least) >= least,
              Rule.EXTENT_VALUE,
              () -> "the extent " + extent + " is less than " + least);
    }
    return right;
  }

  boolean valid(Dim extent, Dim valid) {
    boolean larger = extent.minus(valid).constant().orElse(0) < 0;
    return extents(List.of(valid), 0)
        && require(
            !larger,
            Rule.EXTENT_VALUE,
            () -> "the valid extent " + valid + " exceeds the extent " + extent);
  }

  boolean dim(Dim dim) {
    boolean right = true;
    for (String name : dim.names()) {
      Entry entry = visible.get(name);
      boolean known =
          entry != null
              ? entry.type() == ScalarType.INT
              : function.symbols().contains(name) || name.equals(Function.RANKS);
      right &=
          require(
              known,
              Rule.EXTENT_NAME,
              () -> name + " in the extent " + dim + " is no symbol and no int variable here");
    }
    return right;
  }

  boolean element(ElementType element) {
    return switch (element) {
      case Element _ -> true;
      case ElementParameter(String name) ->
          require(
              function.elementParameters().contains(name),
              Rule.ELEMENT_PARAMETER,
              () -> name + " is no declared type parameter");
    };
  }

  boolean operator(BinaryOperator operator) {
    return switch (operator) {
      case BinaryOp _ -> true;
      case OperatorParameter(String name) ->
          require(
              function.operatorParameters().contains(name),
              Rule.OPERATOR_PARAMETER,
              () -> name + " is no declared operator parameter");
    };
  }
}
