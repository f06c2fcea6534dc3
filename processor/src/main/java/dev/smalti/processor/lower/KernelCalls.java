package dev.smalti.processor.lower;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import org.jspecify.annotations.Nullable;

/** Calls of kernels: tasks of a device function, and dispatches of a program. */
final class KernelCalls {
  private final Frame frame;
  private final Expressions expressions;

  KernelCalls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  /** A call of an annotated method that is no helper. */
  Value dispatch(MethodInvocationTree tree, AnnotatedMethod callee, List<Value> arguments) {
    checkPlane(tree, callee);
    checkReach(tree, callee);
    List<Value> fixed =
        new Constants(frame, expressions).fixed(callee.element(), arguments, tree.getArguments());
    Signature signature = signature(tree, callee, fixed);
    if (!signature.valid()) {
      throw new Rejected();
    }
    frame.emit(call(tree, callee, signature, fixed, tree.getArguments()), tree);
    return new Value.Nothing();
  }

  /** The call itself, of a signature that is right. */
  Stmt.Call call(
      MethodInvocationTree tree,
      AnnotatedMethod callee,
      Signature signature,
      List<Value> arguments,
      List<? extends Tree> trees) {
    List<Expr> given = new ArrayList<>();
    List<Tree> places = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (!AnnotatedMethod.isConstant(callee.element().getParameters().get(i))) {
        for (Part part : parts(arguments.get(i), trees.get(i))) {
          Parameter parameter = signature.parameters().get(given.size());
          given.add(argument(part.value(), parameter, part.at()));
          places.add(part.at());
        }
      }
    }
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i) instanceof Place place) {
        checkDomain(frame, frame.lowering.dispatched(), place, places.get(i));
      }
    }
    checkShapes(places, signature, given);
    effects(places, signature, given);
    Stmt.Call call = new Stmt.Call(signature.id(), given, List.of(), frame.origin(tree));
    frame.lowering.callees.put(call, signature);
    return call;
  }

  /** What is passed, and where it is written. */
  private record Part(Value value, Tree at) {}

  /** A record is passed as its components; one that is made here says where each of them is. */
  private static List<Part> parts(Value argument, Tree at) {
    if (!(argument instanceof Value.OfRecord(TypeElement _, Map<String, Value> components))) {
      return List.of(new Part(argument, at));
    }
    List<Part> parts = new ArrayList<>();
    List<? extends Tree> written =
        at instanceof NewClassTree made && made.getArguments().size() == components.size()
            ? made.getArguments()
            : Collections.nCopies(components.size(), at);
    Iterator<? extends Tree> places = written.iterator();
    components.values().forEach(component -> parts.addAll(parts(component, places.next())));
    return parts;
  }

  private Signature signature(
      MethodInvocationTree tree, AnnotatedMethod callee, List<Value> arguments) {
    Optional<Signature> signature =
        callee.isGeneric()
            ? frame
                .lowering
                .sources
                .of(callee.element())
                .map(source -> instance(tree, callee, source, arguments))
            : frame.lowering.signatures.of(callee);
    return signature.orElseThrow(
        () ->
            frame.error(
                Code.BODY_UNAVAILABLE,
                tree,
                callee.id().display() + " was compiled without the processor",
                "Compile its class with the processor on the processor path."));
  }

  private Signature instance(
      MethodInvocationTree tree, AnnotatedMethod callee, Source source, List<Value> arguments) {
    Instance instance = Instance.ofKernel(source, arguments);
    for (TypeParameterElement parameter : callee.element().getTypeParameters()) {
      if (!instance.elements().containsKey(parameter.getSimpleName().toString())) {
        throw frame.error(
            Code.TYPE_UNDETERMINED,
            tree,
            "no argument says what "
                + parameter.getSimpleName()
                + " of "
                + callee.id().display()
                + " is");
      }
    }
    return frame
        .lowering
        .instances
        .of(callee, source, instance, frame, frame.site(tree))
        .signature();
  }

  /** An instance is in the package of who calls it, and calls what its method calls. */
  private void checkReach(MethodInvocationTree tree, AnnotatedMethod callee) {
    boolean here = frame.lowering.id.packageName().equals(callee.id().packageName());
    if (!here && !callee.isGeneric() && !isPublic(callee.element())) {
      throw frame.error(
          Code.PRIVATE,
          tree,
          callee.id().display() + " cannot be called by generated code of other packages",
          "Make " + callee.id().display() + " and its class public.");
    }
  }

  private static boolean isPublic(Element member) {
    for (@Nullable Element each = member; each != null; each = each.getEnclosingElement()) {
      if (each instanceof PackageElement) {
        return true;
      }
      if (!each.getModifiers().contains(Modifier.PUBLIC)) {
        return false;
      }
    }
    return true;
  }

  private void checkPlane(MethodInvocationTree tree, AnnotatedMethod callee) {
    FunctionKind here = frame.lowering.plane;
    String name = callee.id().display();
    switch (callee.kind()) {
      case HOST ->
          throw frame.error(
              Code.WRONG_PLANE,
              tree,
              name + " is a program: it is not called by kernels or programs",
              "Call the generated "
                  + callee.id().flatOwner()
                  + "Programs."
                  + callee.id().method()
                  + "() from plain Java.");
      case JIT, INCORE -> {
        if (here == FunctionKind.INCORE || here == FunctionKind.INLINE) {
          throw frame.error(
              Code.KERNEL_CALL,
              tree,
              "a kernel does not call the kernel " + name,
              "Annotate the called method with @Inline, or call both from a @Jit method.");
        }
        if (here == FunctionKind.JIT && callee.kind() == FunctionKind.JIT) {
          throw frame.error(
              Code.WRONG_PLANE,
              tree,
              "a @Jit method does not call the @Jit method " + name,
              "Annotate the called method with @Inline or @InCore.");
        }
        if (here == FunctionKind.HOST && !frame.lowering.dispatching()) {
          throw frame.error(
              Code.DISPATCH_FORM,
              tree,
              "a program dispatches " + name + " to every rank",
              "Write world.forEachRank(r -> " + callee.id().method() + "(...)).");
        }
      }
      case INLINE -> throw new IllegalArgumentException(name);
    }
  }

  private Expr argument(Value value, Parameter parameter, Tree at) {
    return switch (parameter.type()) {
      case ScalarType type -> expressions.convert(value, type, at);
      default -> {
        Place place = expressions.place(value, at);
        if (place instanceof Place.NewWindow || place instanceof Place.NewSignal) {
          throw frame.error(
              Code.ALLOCATION_PLACE,
              at,
              "a window or signal is allocated by a declaration",
              "Write `var data = world.window(...);` before the dispatch.");
        }
        yield place instanceof Place.NewTensor
            ? new Place.Named(frame.memory(place, at)) // It is empty, but it may be an output.
            : place;
      }
    };
  }

  /** A window or signal is used by the ranks that have an instance of it. */
  static void checkDomain(Frame frame, Optional<Variable> dispatched, Place place, Tree at) {
    boolean ofRanks =
        place.type() instanceof SignalType
            || place.type() instanceof TensorType type && type.isWindow();
    if (!ofRanks || frame.lowering.plane != FunctionKind.HOST) {
      return;
    }
    Variable base = base(place);
    Optional<Variable> made = frame.lowering.domainOf(base);
    if (!made.equals(dispatched)) {
      throw frame.error(
          Code.OTHER_DOMAIN,
          at,
          base.name()
              + " is of "
              + made.map(Variable::name).orElse("the world")
              + ", the dispatch is of "
              + dispatched.map(Variable::name).orElse("the world"),
          "Make it with the domain that dispatches, or dispatch with the one that made it.");
    }
  }

  /** What a place is memory of. */
  static Variable base(Place place) {
    return switch (place) {
      case Place.Named(Variable variable) -> variable;
      case Place.View view -> view.base();
      case Place.Reshaped reshaped -> reshaped.base();
      case Place.Devices _,
          Place.NewWindow _,
          Place.NewArray _,
          Place.NewTensor _,
          Place.NewSignal _ ->
          throw new IllegalArgumentException("not passed: " + place);
    };
  }

  /** Extents that differ whatever the run-time values are; the rest is checked when called. */
  private void checkShapes(List<Tree> trees, Signature callee, List<Expr> arguments) {
    Map<String, Dim> known = new HashMap<>();
    known.put(Function.RANKS, frame.lowering.ranksOf(frame.lowering.dispatched()));
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i) instanceof Scalar scalar) {
        String name = callee.parameters().get(i).name();
        frame.lowering.dimOf(scalar).ifPresent(dim -> known.put(name, dim));
      }
    }
    for (int i = 0; i < arguments.size(); i++) {
      Parameter parameter = callee.parameters().get(i);
      List<Dim> declared = SymbolBinding.shapeOf(parameter.type());
      List<Dim> given = SymbolBinding.shapeOf(arguments.get(i).type());
      if (declared.size() != given.size()) {
        throw differs(trees, i, callee, given, "it has " + Shapes.axes(declared.size()));
      }
      for (int axis = 0; axis < declared.size(); axis++) {
        checkExtent(trees, callee, i, given, axis, known);
      }
    }
  }

  private void checkExtent(
      List<Tree> trees,
      Signature callee,
      int index,
      List<Dim> given,
      int axis,
      Map<String, Dim> known) {
    Dim declared = SymbolBinding.shapeOf(callee.parameters().get(index).type()).get(axis);
    Dim actual = given.get(axis);
    List<String> open = declared.names().stream().filter(n -> !known.containsKey(n)).toList();
    if (open.size() == 1 && declared.equals(Dim.named(open.getFirst()))) {
      known.put(open.getFirst(), actual);
    } else if (open.isEmpty()) {
      Dim expected = declared.substitute(name -> known.getOrDefault(name, Dim.ZERO));
      Dim difference = actual.minus(expected);
      if (difference.constant().isPresent() && !difference.isConstant(0)) {
        throw differs(
            trees,
            index,
            callee,
            given,
            "axis "
                + axis
                + " is declared "
                + declared
                + (declared.equals(expected) ? "" : " = " + expected));
      }
    }
  }

  private Rejected differs(
      List<Tree> trees, int index, Signature callee, List<Dim> given, String declared) {
    Parameter parameter = callee.parameters().get(index);
    return frame.error(
        Code.ARGUMENT_SHAPE,
        trees.get(index),
        "the argument is "
            + Shapes.text(given)
            + ", but of "
            + parameter.name()
            + " of "
            + callee.id().display()
            + " "
            + declared,
        "Pass a view of the declared shape "
            + Shapes.text(SymbolBinding.shapeOf(parameter.type()))
            + ".");
  }

  private void effects(List<Tree> trees, Signature callee, List<Expr> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      Parameter parameter = callee.parameters().get(i);
      if (parameter.type() instanceof TensorType
          && arguments.get(i) instanceof Place place
          && !callee.undirected().contains(parameter.name())) {
        Variable base = base(place);
        Tree at = trees.get(i);
        if (parameter.direction() != Direction.OUT) {
          frame.reads(base, at);
        }
        if (parameter.direction() != Direction.IN) {
          frame.writes(base, at);
        }
      }
    }
  }

  // ---- forEachRank

  Value forEachRank(MethodInvocationTree tree, Optional<Variable> domain) {
    if (frame.lowering.dispatching()) {
      throw form(tree, "forEachRank stands inside forEachRank");
    }
    if (tree.getArguments().size() != 1
        || !(tree.getArguments().getFirst() instanceof LambdaExpressionTree lambda)) {
      throw form(
          tree.getArguments().isEmpty() ? tree : tree.getArguments().getFirst(),
          "forEachRank takes the call as a lambda");
    }
    if (lambda.getParameters().size() != 1) {
      frame.lowering.report.leaveToJavac();
      throw new Rejected();
    }
    VariableTree parameter = lambda.getParameters().getFirst();
    String name = parameter.getName().toString();
    Variable rank = frame.lowering.builder.variable(name.isEmpty() ? "rank" : name, ScalarType.INT);
    frame.lowering.fix(rank, Optional.empty());
    Frame inside = frame.inner();
    inside.environment.define(name, new Local.Fixed(new Value.OfScalar(new Scalar.Read(rank))));
    Block body =
        frame.lowering.dispatching(
            domain, () -> frame.lowering.builder.block(() -> body(inside, lambda, this::form)));
    if (body.isEmpty() || !(body.statements().getLast() instanceof Stmt.Call)) {
      throw frame.lowering.failed() ? new Rejected() : form(lambda, "nothing is dispatched");
    }
    frame.emit(new Stmt.ForEachRank(rank, domain, body, frame.origin(tree)), tree);
    return new Value.Nothing();
  }

  // ---- spmd

  /** {@code spmd(n, block -> kernel(a, out, block))}. */
  Value spmd(MethodInvocationTree tree) {
    if (tree.getArguments().size() < 2) {
      frame.lowering.report.leaveToJavac();
      throw new Rejected();
    }
    if (frame.lowering.plane != FunctionKind.JIT) {
      throw frame.error(
          Code.WRONG_PLANE,
          tree,
          frame.here() + " launches no blocks",
          "Call spmd in a @Jit method.");
    }
    Scalar blocks = frame.captured(count(tree.getArguments().getFirst()), "blocks", tree);
    List<Tasks> before =
        new TaskCalls(frame, expressions)
            .options(tree.getArguments().subList(2, tree.getArguments().size()));
    if (!(tree.getArguments().get(1) instanceof LambdaExpressionTree lambda)) {
      throw blocks(tree.getArguments().get(1), "spmd takes the call as a lambda");
    }
    if (lambda.getParameters().size() != 1) {
      frame.lowering.report.leaveToJavac();
      throw new Rejected();
    }
    String name = lambda.getParameters().getFirst().getName().toString();
    Variable block =
        frame.lowering.builder.variable(name.isEmpty() ? "block" : name, ScalarType.INT);
    frame.lowering.fix(block, Optional.empty());
    Frame inside = frame.round(frame.span(tree).line());
    inside.environment.define(name, new Local.Fixed(new Value.OfScalar(new Scalar.Read(block))));
    Block body = frame.lowering.builder.block(() -> body(inside, lambda, this::blocks));
    if (body.isEmpty() || !(body.statements().getLast() instanceof Stmt.Call call)) {
      throw frame.lowering.failed() ? new Rejected() : blocks(lambda, "no kernel is called");
    }
    checkBlocks(block, body, call, lambda);
    Stmt launch =
        new Stmt.For(
            block,
            Scalar.Constant.of(0),
            blocks,
            Scalar.Constant.of(1),
            body,
            Stmt.Rounds.BLOCKS,
            frame.origin(tree));
    return new TaskCalls(frame, expressions).submitted(Block.of(launch), before, tree);
  }

  private Scalar count(ExpressionTree tree) {
    Scalar blocks = expressions.integer(expressions.lower(tree), tree);
    frame
        .lowering
        .constant(blocks)
        .map(value -> ((Number) value).longValue())
        .filter(value -> value < 1)
        .ifPresent(
            value -> {
              throw blocks(tree, "the number of blocks is " + value + ", at least 1 is possible");
            });
    return blocks;
  }

  /** Ranks talk to each other, blocks do not; and blocks that are all alike write the same. */
  private void checkBlocks(
      Variable block, Block body, Stmt.Call call, LambdaExpressionTree lambda) {
    if (body.statements().stream().anyMatch(each -> !(each instanceof Stmt.Let) && each != call)) {
      throw blocks(lambda, "the body is local declarations and then one call");
    }
    List<Parameter> parameters =
        Objects.requireNonNull(frame.lowering.callees.get(call)).parameters();
    for (Parameter parameter : parameters) {
      boolean communicates =
          parameter.type() instanceof SignalType
              || parameter.type() instanceof TensorType type && type.isWindow();
      if (communicates) {
        throw blocks(
            lambda,
            call.callee().display()
                + " takes the window or signal "
                + parameter.name()
                + ", and blocks do not communicate");
      }
    }
    boolean writes = parameters.stream().anyMatch(p -> p.direction() != Direction.IN);
    if (writes && !uses(body, block)) {
      throw blocks(
          lambda,
          "no argument depends on "
              + block.name()
              + ": all blocks write the same elements at the same time");
    }
  }

  private static boolean uses(Block body, Variable block) {
    boolean[] used = {false};
    new IrVisitor() {
      @Override
      public void use(Variable variable) {
        used[0] |= variable.equals(block);
      }

      @Override
      public void dim(Dim dim) {
        used[0] |= dim.names().contains(block.name());
      }
    }.block(body);
    return used[0];
  }

  private Rejected blocks(Tree at, String text) {
    return frame.error(
        Code.SPMD_FORM, at, text, "Write spmd(n, block -> kernel(a, out.row(block), block)).");
  }

  /** The body of a lambda: local declarations, and then one call. */
  void body(Frame inside, LambdaExpressionTree lambda, BiFunction<Tree, String, Rejected> refused) {
    switch (lambda.getBody()) {
      case ExpressionTree call -> call(inside, call, refused);
      case BlockTree block -> {
        Statements statements = new Statements(inside, new AssignedLocals(frame.source.tree()));
        List<? extends StatementTree> all = block.getStatements();
        for (int i = 0; i < all.size(); i++) {
          boolean last = i == all.size() - 1;
          if (last && all.get(i) instanceof ExpressionStatementTree end) {
            call(inside, end.getExpression(), refused);
          } else if (!last && all.get(i) instanceof VariableTree) {
            statements.statement(all.get(i));
          } else {
            throw refused.apply(all.get(i), "the body is local declarations and then one call");
          }
        }
      }
      default -> throw refused.apply(lambda, "the body is one call");
    }
  }

  private void call(Frame inside, ExpressionTree tree, BiFunction<Tree, String, Rejected> refused) {
    Value value = new Expressions(inside).lower(tree);
    if (!(value instanceof Value.Nothing)) {
      throw refused.apply(tree, "the body is one call of a @Jit or @InCore method");
    }
  }

  private Rejected form(Tree at, String text) {
    return frame.error(
        Code.DISPATCH_FORM,
        at,
        text,
        "Write world.forEachRank(r -> perDevice(inputs.at(r), ...)).");
  }
}
