package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.ElementType;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** One body of an inline function in the place of one call. */
final class Splice extends IrRewriter {
  private final Function callee;
  private final Stmt.Call call;
  private final FreshNames names;
  private final Set<String> assigned;
  private final TypeMatch match;
  private final VariableFacts calleeFacts;
  private final Map<String, Variable> renamed = new HashMap<>();
  private final List<Stmt> bindings = new ArrayList<>();

  /**
   * Prepares a body.
   *
   * @param assigned variables of the caller that do not keep their value
   */
  Splice(Function callee, Stmt.Call call, FreshNames names, Set<String> assigned) {
    this.assigned = assigned;
    this.callee = callee;
    this.call = call;
    this.names = names;
    this.match = new TypeMatch(callee);
    this.calleeFacts = new VariableFacts(callee);
  }

  /** The arguments' bindings, the body, the results' bindings. */
  List<Stmt> statements() {
    bind();
    Block body = callee.body();
    if (InlineCalls.returnsEarly(body)) {
      return new EarlyReturns(names, call.origin()).remove(bindings, block(body));
    }
    List<Stmt> all = new ArrayList<>(bindings);
    all.addAll(block(body).statements());
    if (!all.isEmpty() && all.getLast() instanceof Stmt.Return last) {
      all.removeLast();
      bindResults(all, last);
    }
    return all;
  }

  private void bindResults(List<Stmt> all, Stmt.Return last) {
    for (int i = 0; i < call.results().size(); i++) {
      all.add(new Stmt.Let(call.results().get(i), last.values().get(i), last.origin()));
    }
  }

  private void bind() {
    List<Parameter> parameters = callee.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      bindScalar(parameters.get(i), call.arguments().get(i));
      match.match(parameters.get(i).type(), call.arguments().get(i).type());
    }
    match.solve();
    match
        .difference()
        .ifPresent(
            text -> {
              throw new InlineException.Mismatch(
                  "an argument of " + callee.id().display() + " has another shape: " + text,
                  call.origin());
            });
    for (int i = 0; i < parameters.size(); i++) {
      bind(parameters.get(i).variable(), call.arguments().get(i));
    }
  }

  /** An extent that a parameter names is the argument's, so that equal extents stay equal. */
  private void bindScalar(Parameter parameter, Expr argument) {
    if (parameter.type() == ScalarType.INT && !calleeFacts.isAssigned(parameter.variable())) {
      Optional<Dim> value =
          switch (argument) {
            case Scalar.Constant c -> Optional.of(Dim.of(((Number) c.value()).longValue()));
            case Scalar.Extent(Dim dim) -> Optional.of(dim);
            case Scalar.Read(Variable variable) when !assigned.contains(variable.name()) ->
                Optional.of(Dim.named(variable.name()));
            default -> Optional.empty();
          };
      value.ifPresent(dim -> match.know(parameter.name(), dim));
    }
  }

  private void bind(Variable parameter, Expr argument) {
    if (argument instanceof Place.Named(Variable memory)) {
      renamed.put(parameter.name(), memory);
      return;
    }
    Variable fresh = names.variable(parameter.name(), argument.type());
    renamed.put(parameter.name(), fresh);
    bindings.add(new Stmt.Let(fresh, argument, call.origin()));
  }

  @Override
  public Variable define(Variable variable) {
    Variable fresh = names.variable(variable.name(), type(variable.type()));
    renamed.put(variable.name(), fresh);
    return fresh;
  }

  @Override
  public Variable variable(Variable variable) {
    return Objects.requireNonNull(renamed.get(variable.name()), variable.name());
  }

  @Override
  public Dim dim(Dim dim) {
    return dim.substitute(
        name ->
            match
                .extent(name)
                .orElseGet(() -> Dim.named(renamed.containsKey(name) ? fresh(name) : name)));
  }

  private String fresh(String name) {
    return Objects.requireNonNull(renamed.get(name), name).name();
  }

  @Override
  public ElementType element(ElementType element) {
    return match.element(element);
  }

  @Override
  public Origin origin(Origin origin) {
    return origin.then(call.origin());
  }
}
