package dev.smalti.processor.ir;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * States what every function keeps, from the front end through all passes: the rules are those of
 * {@link Violation.Rule}. Where operands are wrong already, what is above them is not judged.
 */
public final class Verifier {
  private final Function function;
  private final Scope scope;

  private Verifier(Function function, Scope scope) {
    this.function = function;
    this.scope = scope;
  }

  /** Everything that is wrong in a function, in order; calls are checked in themselves only. */
  public static List<Violation> verify(Function function) {
    return verify(function, Optional.empty());
  }

  /** Everything that is wrong in a function, in order, also in how it calls others. */
  public static List<Violation> verify(Function function, FunctionTable callees) {
    return verify(function, Optional.of(callees));
  }

  /**
   * Does nothing for a well-formed function.
   *
   * @throws IrViolationException with everything that is wrong
   */
  public static void check(Function function) {
    check(function, "");
  }

  /**
   * Does nothing for a well-formed function.
   *
   * @param when the moment, for the message: {@code "after FuseRows"}
   * @throws IrViolationException with everything that is wrong
   */
  public static void check(Function function, String when) {
    refuse(function, when, verify(function));
  }

  /**
   * Does nothing for a well-formed function that calls others as they are.
   *
   * @param when the moment, for the message: {@code "after FuseRows"}
   * @throws IrViolationException with everything that is wrong
   */
  public static void check(Function function, FunctionTable callees, String when) {
    refuse(function, when, verify(function, callees));
  }

  private static void refuse(Function function, String when, List<Violation> violations) {
    if (!violations.isEmpty()) {
      throw new IrViolationException(function.id(), when, violations);
    }
  }

  private static List<Violation> verify(Function function, Optional<FunctionTable> callees) {
    Scope scope = new Scope(function, namesInExtents(function));
    Verifier verifier = new Verifier(function, scope);
    verifier.header();
    new StatementRules(function, scope, callees).body();
    return scope.violations();
  }

  private static Set<String> namesInExtents(Function function) {
    Set<String> names = new TreeSet<>();
    new IrVisitor() {
      @Override
      public void dim(Dim dim) {
        names.addAll(dim.names());
      }
    }.function(function);
    return names;
  }

  // ---- the header

  private void header() {
    scope.at(List.of(function.span()));
    function.symbols().forEach(scope::symbol);
    for (Parameter parameter : function.parameters()) {
      scope.at(List.of(parameter.span()));
      scope.parameter(parameter);
    }
    for (Parameter parameter : function.parameters()) {
      scope.at(List.of(parameter.span()));
      scope.type(parameter.type());
      direction(parameter);
      plane(parameter);
    }
    scope.at(List.of(function.span()));
    world();
    symbols();
    results();
  }

  private void direction(Parameter parameter) {
    scope.require(
        !(parameter.type() instanceof TensorType type && type.isArray()),
        Violation.Rule.KIND,
        () -> "the parameter " + parameter.name() + " is an array");
    if (!(parameter.type() instanceof TensorType) && parameter.direction() != Direction.IN) {
      scope.report(
          Violation.Rule.DIRECTION,
          parameter.name() + " is no memory and has the direction " + parameter.direction());
    }
  }

  private void plane(Parameter parameter) {
    FunctionKind kind = function.kind();
    boolean world = parameter.type() instanceof WorldType && kind != FunctionKind.HOST;
    boolean tile = parameter.type() instanceof TileType;
    boolean callback = parameter.type() instanceof CallbackType && kind != FunctionKind.HOST;
    if (kind != FunctionKind.INLINE && (world || tile) || callback) {
      scope.report(
          Violation.Rule.PLANE,
          "a function of kind " + kind + " has the parameter " + describe(parameter));
    }
  }

  private static String describe(Parameter parameter) {
    return parameter.name() + " of type " + Printer.describe(parameter.type());
  }

  private void world() {
    boolean first =
        !function.parameters().isEmpty()
            && function.parameters().getFirst().type() instanceof WorldType;
    if (function.kind() == FunctionKind.HOST && !first) {
      scope.report(Violation.Rule.PLANE, "a host function has no world as its first parameter");
    }
  }

  private void symbols() {
    Set<String> inTiles = new TreeSet<>();
    for (Parameter parameter : function.parameters()) {
      if (parameter.type() instanceof TileType type) {
        List.of(type.rows(), type.columns(), type.validRows(), type.validColumns())
            .forEach(dim -> inTiles.addAll(dim.names()));
      }
    }
    SymbolBinding.of(function).unbound().stream()
        .filter(symbol -> !inTiles.contains(symbol))
        .forEach(
            symbol ->
                scope.report(
                    Violation.Rule.SYMBOL, "no extent of a parameter determines " + symbol));
  }

  private void results() {
    function.results().forEach(scope::type);
    if (function.kind() != FunctionKind.INLINE && !function.results().isEmpty()) {
      scope.report(Violation.Rule.RETURN, "a function of kind " + function.kind() + " has results");
    }
  }
}
