package dev.smalti.processor.ir;

import dev.smalti.processor.ir.Violation.Rule;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What calls keep towards their callees, as far as these are known. */
final class CallRules {
  private final FunctionKind plane;
  private final Scope scope;
  private final Optional<FunctionTable> callees;
  private boolean dispatching;

  CallRules(FunctionKind plane, Scope scope, Optional<FunctionTable> callees) {
    this.plane = plane;
    this.scope = scope;
    this.callees = callees;
  }

  void dispatching(Runnable body) {
    boolean before = dispatching;
    dispatching = true;
    body.run();
    dispatching = before;
  }

  /**
   * Checks a call.
   *
   * @param arguments types of the arguments, empty where they are wrong in themselves
   */
  void call(Stmt.Call call, List<Optional<Type>> arguments) {
    if (callees.isEmpty()) {
      return;
    }
    Optional<Function> callee = callees.get().find(call.callee());
    scope.require(
        callee.isPresent(), Rule.CALL, () -> call.callee() + " is called and is no known function");
    callee.ifPresent(
        found -> {
          plane(found);
          arguments(found, arguments);
          results(call, found);
        });
  }

  private void plane(Function callee) {
    boolean task = callee.kind() == FunctionKind.JIT || callee.kind() == FunctionKind.INCORE;
    boolean right =
        switch (plane) {
          case HOST -> dispatching ? task : callee.kind() == FunctionKind.INLINE;
          case JIT -> callee.kind() == FunctionKind.INCORE || callee.kind() == FunctionKind.INLINE;
          case INCORE -> callee.kind() == FunctionKind.INLINE;
          case INLINE -> callee.kind() != FunctionKind.HOST;
        };
    scope.require(
        right,
        dispatching ? Rule.DISPATCH : Rule.PLANE,
        () ->
            "a function of kind " + plane + " calls " + callee.id() + " of kind " + callee.kind());
  }

  private void arguments(Function callee, List<Optional<Type>> arguments) {
    List<Parameter> parameters = callee.parameters();
    boolean count =
        scope.require(
            parameters.size() == arguments.size(),
            Rule.CALL,
            () ->
                callee.id()
                    + " has "
                    + parameters.size()
                    + " parameters, the call has "
                    + arguments.size()
                    + " arguments");
    for (int i = 0; count && i < arguments.size(); i++) {
      Parameter parameter = parameters.get(i);
      arguments
          .get(i)
          .ifPresent(
              type ->
                  scope.require(
                      accepts(parameter.type(), type),
                      Rule.CALL,
                      () ->
                          parameter.name()
                              + " of "
                              + callee.id()
                              + " is "
                              + Printer.describe(parameter.type())
                              + ", the argument "
                              + Printer.describe(type)));
    }
  }

  /** Whether an argument fits whatever the symbols and type parameters stand for. */
  private static boolean accepts(Type parameter, Type argument) {
    return switch (parameter) {
      case ScalarType _, TaskType _, WorldType _, CallbackType _ -> parameter.equals(argument);
      case TileType p ->
          argument instanceof TileType a
              && accepts(p.element(), a.element())
              && accepts(List.of(p.rows(), p.columns()), List.of(a.rows(), a.columns()));
      case TensorType p ->
          argument instanceof TensorType a
              && (a.isWindow() || !p.isWindow())
              && accepts(p.element(), a.element())
              && accepts(p.shape(), a.shape());
      case SignalType p -> argument instanceof SignalType a && accepts(p.shape(), a.shape());
    };
  }

  private static boolean accepts(ElementType parameter, ElementType argument) {
    return parameter instanceof ElementParameter || parameter.equals(argument);
  }

  private static boolean accepts(List<Dim> parameter, List<Dim> argument) {
    return parameter.size() == argument.size()
        && IntStream.range(0, parameter.size())
            .allMatch(
                axis ->
                    parameter.get(axis).constant().isEmpty()
                        || argument.get(axis).constant().isEmpty()
                        || parameter.get(axis).equals(argument.get(axis)));
  }

  private void results(Stmt.Call call, Function callee) {
    List<Type> given = call.results().stream().map(Variable::type).toList();
    boolean fits =
        given.size() == callee.results().size()
            && IntStream.range(0, given.size())
                .allMatch(i -> accepts(callee.results().get(i), given.get(i)));
    scope.require(
        fits,
        Rule.CALL,
        () ->
            "the results of "
                + callee.id()
                + " are ("
                + ExpressionPrinter.list(callee.results(), Printer::describe)
                + "), taken as ("
                + ExpressionPrinter.list(given, Printer::describe)
                + ")");
  }
}
