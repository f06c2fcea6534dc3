package dev.smalti.processor.lower;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import dev.smalti.processor.ir.Announcement;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Puts the body of a helper in the place of its call, with the shapes of the arguments. */
final class Splicing {
  private final Frame frame;

  Splicing(Frame frame) {
    this.frame = frame;
  }

  Value splice(MethodInvocationTree tree, AnnotatedMethod helper, List<Value> arguments) {
    return splice(tree, helper, arguments, tree.getArguments());
  }

  /**
   * Puts the body in the place of a call that stands for one of the helper.
   *
   * @param trees where each argument is written
   */
  Value splice(
      MethodInvocationTree tree,
      AnnotatedMethod helper,
      List<Value> arguments,
      List<? extends Tree> trees) {
    refuseRecursion(tree, helper);
    Source source =
        frame
            .lowering
            .sources
            .of(helper.element())
            .orElseThrow(
                () ->
                    frame.error(
                        Code.BODY_UNAVAILABLE,
                        tree,
                        helper.id().display()
                            + " was compiled without the processor: its class file has no body to"
                            + " put here",
                        "Compile "
                            + AnnotatedMethod.owner(helper.element()).getQualifiedName()
                            + " with the Smalti processor on the processor path, or compile its"
                            + " source together with this class."));
    if (source.tree().getBody() == null || source.element().isVarArgs()) {
      frame.lowering.fail();
      throw new Rejected();
    }
    List<Span> callers = new ArrayList<>();
    callers.add(frame.span(tree));
    callers.addAll(frame.callers);
    List<Element> chain = new ArrayList<>(frame.chain);
    chain.add(helper.element());
    List<Value> fixed =
        new Constants(frame, new Expressions(frame)).fixed(helper.element(), arguments, trees);
    Instance instance = Instance.of(source, fixed);
    if (helper.isGeneric()) {
      frame.lowering.instances.requireRight(helper, source);
    }
    CollectiveCalls.chosen(frame, helper)
        .map(Announcement.Chooses::new)
        .ifPresent(what -> frame.emit(new Stmt.Announce(what, frame.origin(tree)), tree));
    Frame inside = frame.spliced(source, instance, tree, callers, chain);
    AssignedLocals assigned = new AssignedLocals(source.tree());
    for (int i = 0; i < fixed.size(); i++) {
      bind(inside, assigned, source, i, fixed.get(i), tree, trees.get(i));
    }
    Optional<Value> value = new Statements(inside, assigned).body(source.tree().getBody());
    if (value.isPresent()) {
      return returned(inside, source, value.get());
    }
    if (source.element().getReturnType().getKind() != TypeKind.VOID) {
      throw noResult(inside, source);
    }
    return new Value.Nothing();
  }

  /** A return that is not the last statement was reported; without any, javac reports it. */
  private static Rejected noResult(Frame inside, Source source) {
    List<? extends StatementTree> body = source.tree().getBody().getStatements();
    if (!body.isEmpty() && body.getLast() instanceof WhileLoopTree endless) {
      return inside.error(
          Code.RETURN_PLACE,
          endless,
          source.tree().getName() + " returns a value, and its last statement is a loop",
          "Leave the loop with break, and return the value behind it.");
    }
    inside.lowering.report.leaveToJavac();
    inside.lowering.fail();
    return new Rejected();
  }

  private Value returned(Frame inside, Source source, Value value) {
    Optional<ScalarType> type = Signatures.scalar(source.element().getReturnType());
    return type.isPresent()
        ? new Value.OfScalar(new Expressions(inside).convert(value, type.get(), source.tree()))
        : value;
  }

  private void refuseRecursion(MethodInvocationTree tree, AnnotatedMethod helper) {
    if (frame.chain.contains(helper.element())) {
      String cycle =
          frame.chain.subList(frame.chain.indexOf(helper.element()), frame.chain.size()).stream()
              .map(e -> e.getSimpleName().toString())
              .collect(Collectors.joining(" -> "));
      throw frame.error(
          Code.RECURSION,
          tree,
          "helpers are recursive: " + cycle + " -> " + helper.id().method(),
          "Write a loop.");
    }
  }

  private void bind(
      Frame inside,
      AssignedLocals assigned,
      Source source,
      int index,
      Value argument,
      MethodInvocationTree tree,
      Tree at) {
    VariableTree parameter = source.tree().getParameters().get(index);
    VariableElement element = source.element().getParameters().get(index);
    String name = parameter.getName().toString();
    Value value = argument;
    Optional<ScalarType> scalar = Signatures.scalar(element.asType());
    if (scalar.isPresent()) {
      value = new Value.OfScalar(new Expressions(frame).convert(argument, scalar.get(), at));
    }
    Statements here = new Statements(frame, assigned);
    inside.environment.define(
        name,
        assigned.contains(parameter)
            ? new Local.Mutable(copy(name, value, tree))
            : new Local.Fixed(here.fix(name, value, tree)));
  }

  /** A variable of the helper's own that starts with the argument. */
  private Value copy(String name, Value value, MethodInvocationTree tree) {
    return switch (value) {
      case Value.OfScalar(Scalar scalar) ->
          new Value.OfScalar(new Scalar.Read(declare(name, scalar, tree)));
      case Value.OfTile(Tile tile, boolean mask) ->
          new Value.OfTile(new Tile.Ref(declare(name, tile, tree)), mask);
      default ->
          throw frame.error(
              Code.PARAMETER_ASSIGNED,
              tree,
              "the helper assigns its parameter " + name + ", which is " + value.noun(),
              "Use a local variable in the helper.");
    };
  }

  private Variable declare(
      String name, dev.smalti.processor.ir.Expr value, MethodInvocationTree tree) {
    Variable variable = frame.lowering.builder.variable(name, value.type());
    frame.emit(new Stmt.Let(variable, value, frame.origin(tree)), tree);
    return variable;
  }
}
