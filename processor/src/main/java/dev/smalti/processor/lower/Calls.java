package dev.smalti.processor.lower;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.MathFunction;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Finds out which method a call means, and hands it to who knows the operation. */
final class Calls {
  private static final String SMALTI = "dev.smalti.lang.Smalti";
  private static final Set<String> HELPERS =
      Set.of(
          "at",
          "shape",
          "chunk",
          "cores",
          "range",
          "parallel",
          "unroll",
          "pipeline",
          "staticAssert",
          "staticPrint",
          "spmd",
          "submit",
          "after");
  private static final Set<String> LOOPS = Set.of("range", "parallel", "unroll", "pipeline");

  private final Frame frame;
  private final Expressions expressions;

  Calls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  Value call(MethodInvocationTree tree) {
    return switch (tree.getMethodSelect()) {
      case IdentifierTree name -> unqualified(tree, name.getName().toString());
      case MemberSelectTree select -> qualified(tree, select);
      default -> throw frame.error(Code.EXPRESSION, tree, "this call is not part of the language");
    };
  }

  // ---- calls by simple name, and of static methods

  private Value unqualified(MethodInvocationTree tree, String name) {
    List<ExecutableElement> methods = frame.source.names().methods(name);
    if (methods.isEmpty()) {
      throw frame.error(
          Code.ORDINARY_CALL,
          tree,
          "no method named " + name + " is known here",
          frame.source.carried()
              ? "It was there when the helper was compiled: put the library that has it on the"
                  + " class path."
              : HELPERS.contains(name)
                  ? "Add `import static dev.smalti.lang.Smalti.*;`."
                  : "Declare it in a class of this compilation and annotate it with @Inline.");
    }
    return staticCall(tree, methods, name, false);
  }

  private Value qualified(MethodInvocationTree tree, MemberSelectTree select) {
    String name = select.getIdentifier().toString();
    Value receiver = expressions.qualifier(select.getExpression());
    return switch (receiver) {
      case Value.OfField(VariableElement field) -> throw ofObject(tree, select, field);
      case Value.OfType(TypeElement type) -> {
        List<ExecutableElement> methods = frame.source.names().methodsIn(type, name);
        if (methods.isEmpty()) {
          throw frame.error(
              Code.ORDINARY_CALL,
              tree,
              type.getSimpleName() + " has no method " + name + " that is known here");
        }
        yield staticCall(tree, methods, name, true);
      }
      case Value.OfTile t -> onTile(tree, t, name);
      case Value.OfPlace p -> onPlace(tree, p, name);
      case Value.OfCallback c ->
          new CallbackCalls(frame, expressions).call(tree, c.variable(), name);
      case Value.OfWorld w -> onWorld(tree, w, name);
      case Value.OfNamedDomain d -> onDomain(tree, d, name);
      case Value.OfDomain d ->
          onDomain(tree, new WorldCalls(frame, expressions).named("domain", d, tree), name);
      case Value.OfRecord r
          when tree.getArguments().isEmpty() && r.components().containsKey(name) ->
          Expressions.component(r.components(), name);
      default ->
          throw frame.error(
              Code.ORDINARY_CALL,
              tree,
              name + " of " + receiver.noun() + " cannot be called in " + frame.here(),
              "Kernels call operations of Smalti, @Inline methods and a few of java.lang.Math.");
    };
  }

  private Rejected ofObject(
      MethodInvocationTree tree, MemberSelectTree select, VariableElement object) {
    if (!Signatures.languageClass(object.asType()).isEmpty()) {
      return frame.error(
          Code.NOT_CONSTANT,
          select.getExpression(),
          object.getSimpleName() + " is a field: memory comes in as a parameter",
          "Declare a parameter for it, and pass the field when the method is called.");
    }
    boolean prints = object.asType().toString().equals("java.io.PrintStream");
    return frame.error(
        Code.ORDINARY_CALL,
        tree,
        select + " is an ordinary method, which " + frame.here() + " cannot call",
        prints
            ? "Nothing can be printed here: write the value to an @Out tensor and print it after"
                + " the run."
            : isOfJdk(object.asType().toString())
                ? "Compute the value before the call and pass it as a parameter."
                : "Make it a static method with @Inline, or compute the value before the call and"
                    + " pass it as a parameter.");
  }

  private static boolean isOfJdk(String type) {
    return type.startsWith("java.") || type.startsWith("javax.");
  }

  private Value staticCall(
      MethodInvocationTree tree, List<ExecutableElement> methods, String name, boolean qualified) {
    ExecutableElement first = methods.getFirst();
    String owner = ownerName(first);
    if (owner.equals("java.lang.Object")) {
      throw objectMethod(tree, name);
    }
    if (owner.equals(SMALTI)) {
      return switch (name) {
        case "staticAssert" -> new CompileTimeCalls(frame, expressions).require(tree, first);
        case "spmd" -> {
          frame.lowering.resolutions.add(frame.source.unit(), tree.getMethodSelect(), first);
          yield new KernelCalls(frame, expressions).spmd(tree);
        }
        case "submit" -> {
          frame.lowering.resolutions.add(frame.source.unit(), tree.getMethodSelect(), first);
          yield new TaskCalls(frame, expressions).submit(tree);
        }
        case "after" -> {
          frame.lowering.resolutions.add(frame.source.unit(), tree.getMethodSelect(), first);
          yield new TaskCalls(frame, expressions).after(tree);
        }
        case "staticPrint" -> new CompileTimeCalls(frame, expressions).print(tree, first);
        default -> helper(tree, methods, name);
      };
    }
    if (owner.equals("java.lang.Math") || owner.equals("java.lang.StrictMath")) {
      return math(tree, methods, name);
    }
    if (owner.equals("dev.smalti.lang.Tile") && name.equals("fill")) {
      List<Value> arguments = arguments(tree);
      ExecutableElement method = resolve(tree, methods, arguments);
      return new TileCalls(frame, expressions).fill(tree, method, arguments);
    }
    boolean makesTensors = List.of("zeros", "undefined").contains(name);
    if (owner.equals("dev.smalti.lang.Tensor")
        && makesTensors
        && frame.lowering.plane == FunctionKind.JIT) {
      List<Value> arguments = arguments(tree);
      resolve(tree, methods, arguments);
      return new WorldCalls(frame, expressions).tensor(tree, arguments, name.equals("zeros"));
    }
    boolean makesTiles =
        owner.equals("dev.smalti.lang.Tile") && List.of("iota", "randomBits").contains(name)
            || owner.equals("dev.smalti.lang.Mask") && List.of("lower", "upper").contains(name);
    if (makesTiles) {
      List<Value> arguments = arguments(tree);
      resolve(tree, methods, arguments);
      return new WholeCalls(frame, expressions, new TileCalls(frame, expressions))
          .fromNothing(tree, name, arguments);
    }
    if (owner.startsWith("dev.smalti.lang.")) {
      throw frame.error(
          Code.WRONG_PLANE,
          tree,
          simpleOwner(first) + "." + name + " belongs outside kernels and programs",
          makesTensors
              ? "Make tensors in a @Jit method or in plain Java, and pass them in."
              : "Make tensors in plain Java and pass them in.");
    }
    if (!qualified
        && HELPERS.contains(name)
        && methods.stream().allMatch(m -> AnnotatedMethod.planes(m).isEmpty())) {
      throw frame.error(
          Code.HIDDEN_NAME,
          tree,
          name + " is " + simpleOwner(first) + "." + name + " here and hides Smalti." + name,
          "Write Smalti." + name + "(...), or rename the method of " + simpleOwner(first) + ".");
    }
    if (methods.stream().allMatch(m -> AnnotatedMethod.planes(m).isEmpty())) {
      throw ordinary(tree, first);
    }
    List<Value> arguments = arguments(tree);
    ExecutableElement method = resolve(tree, methods, arguments);
    Optional<AnnotatedMethod> annotated = AnnotatedMethod.of(method, frame.lowering.elements);
    if (annotated.isEmpty()) {
      throw ordinary(tree, method);
    }
    return annotated.get().kind() == FunctionKind.INLINE
        ? new Splicing(frame).splice(tree, annotated.get(), arguments)
        : new KernelCalls(frame, expressions).dispatch(tree, annotated.get(), arguments);
  }

  private Rejected ordinary(MethodInvocationTree tree, ExecutableElement method) {
    return frame.error(
        Code.ORDINARY_CALL,
        tree,
        simpleOwner(method)
            + "."
            + method.getSimpleName()
            + " is an ordinary method: it is neither an operation of Smalti nor annotated",
        isOfJdk(ownerName(method))
            ? "Of the JDK a few methods of Math can be called here: compute the value before the"
                + " call and pass it as a parameter."
            : "Annotate it with @Inline to have it spliced in here.");
  }

  private Rejected objectMethod(MethodInvocationTree tree, String name) {
    String fix =
        switch (name) {
          case "notify", "notifyAll" -> "Write signal.notify(peer, cell).";
          case "wait" -> "Write signal.await(cell, GE, value).";
          default -> "Kernels call operations of Smalti only.";
        };
    return frame.error(
        Code.OBJECT_METHOD, tree, "this is Object." + name + ", not an operation of Smalti", fix);
  }

  private static String ownerName(ExecutableElement method) {
    return AnnotatedMethod.owner(method).getQualifiedName().toString();
  }

  private static String simpleOwner(ExecutableElement method) {
    return AnnotatedMethod.owner(method).getSimpleName().toString();
  }

  /** The values of the arguments, left to right; tiles are held by variables first. */
  private List<Value> arguments(MethodInvocationTree tree) {
    List<Value> values = new ArrayList<>();
    for (ExpressionTree argument : tree.getArguments()) {
      values.add(frame.after(values, tree, () -> argument(argument)));
    }
    return values;
  }

  private Value argument(ExpressionTree tree) {
    Value value = expressions.lower(tree);
    return value instanceof Value.OfTile(Tile tile, boolean mask)
        ? new Value.OfTile(frame.operand(tile, tree), mask)
        : value;
  }

  private ExecutableElement resolve(
      MethodInvocationTree tree, List<ExecutableElement> methods, List<Value> arguments) {
    ExecutableElement method =
        Overloads.choose(methods, arguments)
            .orElseThrow(
                () ->
                    frame.error(
                        Code.EXPRESSION,
                        tree,
                        "no "
                            + simpleOwner(methods.getFirst())
                            + "."
                            + methods.getFirst().getSimpleName()
                            + " takes ("
                            + String.join(", ", arguments.stream().map(Value::noun).toList())
                            + ")"));
    frame.lowering.resolutions.add(frame.source.unit(), tree.getMethodSelect(), method);
    return method;
  }

  // ---- the helpers of Smalti

  private Value helper(MethodInvocationTree tree, List<ExecutableElement> methods, String name) {
    List<Value> arguments = arguments(tree);
    resolve(tree, methods, arguments);
    checkAxes(tree, name, arguments.size());
    return switch (name) {
      case "at" -> new Value.OfIndex(scalars(arguments, tree));
      case "shape" -> {
        List<Dim> extents = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
          ExpressionTree at = tree.getArguments().get(i);
          extents.add(frame.extent(expressions.scalar(arguments.get(i), at), at));
        }
        yield new Value.OfExtent(extents);
      }
      case "chunk" -> chunk(tree, arguments);
      case "cores" -> cores(tree, arguments.getFirst());
      case "range", "parallel", "unroll", "pipeline" ->
          throw frame.error(
              Code.LOOP_SOURCE,
              tree,
              name + "(...) stands in an enhanced for loop only",
              "Write `for (int i : " + name + "(...))`.");
      default ->
          throw frame.error(
              Code.EXPRESSION, tree, "Smalti." + name + " cannot be called in " + frame.here());
    };
  }

  private Value chunk(MethodInvocationTree tree, List<Value> arguments) {
    List<Scalar> sizes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ExpressionTree at = tree.getArguments().get(i);
      Scalar size = expressions.scalar(arguments.get(i), at);
      refuseEmptyPiece(size, i == 0 ? " rows" : " columns", at);
      sizes.add(frame.captured(size, i == 0 ? "rows" : "columns", at));
    }
    boolean pipelined =
        arguments.size() > 2
            && arguments.get(2) instanceof Value.OfEnum(String _, String constant)
            && constant.equals("PIPELINED");
    if (pipelined) {
      frame.note(
          Code.HINT_WITHOUT_EFFECT,
          tree,
          "the pieces of this transfer are moved one after the other: windows are memory of this"
              + " process, there is nothing to wait for");
    }
    return new Value.OfChunk(sizes.get(0), sizes.get(1), pipelined);
  }

  private Value cores(MethodInvocationTree tree, Value given) {
    ExpressionTree at = tree.getArguments().getFirst();
    Scalar count = frame.captured(expressions.integer(given, at), "cores", at);
    Optional<Long> known =
        frame.lowering.constant(count).map(constant -> ((Number) constant).longValue());
    if (known.isPresent() && known.get() < 1) {
      throw frame.error(
          Code.COLLECTIVE_CORES,
          at,
          "a collective runs on " + known.get() + " cores, at least 1 is possible",
          "Leave cores(...) out to run on one core.");
    }
    return new Value.OfCores(count);
  }

  private void refuseEmptyPiece(Scalar size, String what, Tree at) {
    Optional<Dim> known = frame.lowering.dimOf(size);
    if (known.isPresent() && known.get().constant().stream().anyMatch(count -> count < 1)) {
      throw frame.error(
          Code.EXTENT_NOT_POSITIVE,
          at,
          "a piece has " + known.get() + what + ", at least 1 is needed",
          "Leave chunk out to move all at once.");
    }
  }

  private void checkAxes(MethodInvocationTree tree, String name, int axes) {
    if ((name.equals("at") || name.equals("shape")) && (axes < 1 || axes > Signatures.MOST_AXES)) {
      throw frame.error(
          Code.AXES_DIFFER,
          tree,
          name + "(...) has " + axes + " entries, 1 to " + Signatures.MOST_AXES + " are possible",
          "Write one entry for each axis.");
    }
  }

  private List<Scalar> scalars(List<Value> values, MethodInvocationTree tree) {
    List<Scalar> scalars = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      scalars.add(expressions.scalar(values.get(i), tree.getArguments().get(i)));
    }
    return scalars;
  }

  /** What a loop goes over, if the call is of {@code Smalti.range} or one of its like. */
  Optional<LoopCall> loop(MethodInvocationTree tree) {
    List<ExecutableElement> methods =
        switch (tree.getMethodSelect()) {
          case IdentifierTree id -> frame.source.names().methods(id.getName().toString());
          case MemberSelectTree select
              when expressions.qualifier(select.getExpression())
                  instanceof Value.OfType(TypeElement type) ->
              frame.source.names().methodsIn(type, select.getIdentifier().toString());
          default -> List.of();
        };
    if (methods.isEmpty() || !LOOPS.contains(methods.getFirst().getSimpleName().toString())) {
      return Optional.empty();
    }
    String name = methods.getFirst().getSimpleName().toString();
    if (!ownerName(methods.getFirst()).equals(SMALTI)) {
      String owner = simpleOwner(methods.getFirst());
      throw frame.error(
          Code.HIDDEN_NAME,
          tree,
          name + " is " + owner + "." + name + " here and hides Smalti." + name,
          "Write Smalti." + name + "(...).");
    }
    List<Value> arguments = arguments(tree);
    resolve(tree, methods, arguments);
    List<Scalar> given = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      given.add(expressions.integer(arguments.get(i), tree.getArguments().get(i)));
    }
    return Optional.of(LoopCall.of(name, tree, given));
  }

  private Value math(MethodInvocationTree tree, List<ExecutableElement> methods, String name) {
    MathFunction function =
        Arrays.stream(MathFunction.values())
            .filter(f -> f.method().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    frame.error(
                        Code.ORDINARY_CALL,
                        tree,
                        "Math." + name + " cannot be called in " + frame.here(),
                        "Accepted are "
                            + String.join(
                                ", ",
                                Arrays.stream(MathFunction.values())
                                    .map(f -> "Math." + f.method())
                                    .toList())
                            + "."));
    List<Value> arguments = arguments(tree);
    ExecutableElement method = resolve(tree, methods, arguments);
    List<Scalar> given = scalars(arguments, tree);
    ScalarType type = given.getFirst().type();
    for (Scalar each : given) {
      type = ScalarType.promote(type, each.type());
    }
    ScalarType parameter =
        Signatures.scalar(method.getParameters().getFirst().asType()).orElse(type);
    ScalarType common = ScalarType.promote(type, parameter);
    return new Value.OfScalar(
        new Scalar.Call(
            function, given.stream().map(each -> Expressions.cast(each, common)).toList(), common));
  }

  // ---- operations of values

  private ExecutableElement operation(
      MethodInvocationTree tree, String owner, String name, List<Value> arguments) {
    TypeElement type = frame.source.names().qualified("dev.smalti.lang." + owner).orElseThrow();
    List<ExecutableElement> methods = frame.source.names().methodsIn(type, name);
    if (methods.isEmpty()) {
      throw frame.error(
          Code.EXPRESSION, tree, owner + " has no operation " + name, missing(owner, name));
    }
    if (methods.stream().allMatch(m -> ownerName(m).equals("java.lang.Object"))) {
      throw objectMethod(tree, name);
    }
    ExecutableElement method = resolve(tree, methods, arguments);
    if (ownerName(method).equals("java.lang.Object")) {
      throw objectMethod(tree, name);
    }
    return method;
  }

  private String missing(String owner, String name) {
    boolean ofTile =
        frame
            .source
            .names()
            .qualified("dev.smalti.lang.Tile")
            .map(tile -> !frame.source.names().methodsIn(tile, name).isEmpty())
            .orElse(false);
    return ofTile && (owner.equals("Tensor") || owner.equals("Window"))
        ? "Tiles compute, memory does not: load it first, x.load()." + name + "(...)."
        : "The operations are listed in the Javadoc of " + owner + ".";
  }

  private Value onTile(MethodInvocationTree tree, Value.OfTile receiver, String name) {
    Tile tile =
        frame.operand(receiver.tile(), ((MemberSelectTree) tree.getMethodSelect()).getExpression());
    List<Value> arguments = arguments(tree);
    operation(tree, receiver.mask() ? "Mask" : "Tile", name, arguments);
    TileCalls calls = new TileCalls(frame, expressions);
    return receiver.mask()
        ? calls.onMask(tree, tile, name, arguments)
        : calls.onTile(tree, tile, name, arguments);
  }

  private Value onPlace(MethodInvocationTree tree, Value.OfPlace receiver, String name) {
    List<Value> arguments = arguments(tree);
    return switch (receiver.place().type()) {
      case SignalType type -> {
        operation(tree, "Signal", name, arguments);
        yield new SignalCalls(frame, expressions)
            .call(tree, receiver.place(), type, name, arguments);
      }
      case TensorType type -> {
        operation(tree, type.isWindow() ? "Window" : "Tensor", name, arguments);
        if (CollectiveCalls.isCollective(name)) {
          yield new CollectiveCalls(frame, expressions)
              .call(tree, receiver.place(), name, arguments);
        }
        yield new MemoryCalls(frame, expressions)
            .call(tree, receiver.place(), type, name, arguments);
      }
      default -> throw frame.error(Code.EXPRESSION, tree, "this call is not known");
    };
  }

  private Value onWorld(MethodInvocationTree tree, Value.OfWorld receiver, String name) {
    if (name.equals("forEachRank")) {
      return new KernelCalls(frame, expressions).forEachRank(tree, Optional.empty());
    }
    List<Value> arguments = arguments(tree);
    operation(tree, "World", name, arguments);
    return new WorldCalls(frame, expressions).call(tree, receiver, name, arguments);
  }

  private Value onDomain(MethodInvocationTree tree, Value.OfNamedDomain receiver, String name) {
    if (name.equals("forEachRank")) {
      return new KernelCalls(frame, expressions)
          .forEachRank(tree, Optional.of(receiver.variable()));
    }
    List<Value> arguments = arguments(tree);
    operation(tree, "Domain", name, arguments);
    return new WorldCalls(frame, expressions).call(tree, receiver, name, arguments);
  }
}
