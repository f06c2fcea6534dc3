package dev.smalti.processor.lower;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.lang.spi.CollectiveNames;
import dev.smalti.processor.ir.Announcement;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * Calls of collectives. Each stands for a call of its definition, a helper of the collectives
 * artefact: {@code data.allReduce(signal, SUM, RING)} for {@code AllReduce.ring(data, signal,
 * SUM)}. In a kernel the definition is spliced in; in a program it is the body of a kernel that
 * every rank runs.
 */
final class CollectiveCalls {
  private static final String AUTO = "AUTO";
  private static final String CANONICAL = "CANONICAL";
  private static final Set<String> COLLECTIVES =
      Set.of(
          "allReduce",
          "reduceScatter",
          "allGather",
          "broadcast",
          "allToAll",
          "allToAllV",
          "reduce",
          "gather",
          "scatter",
          "sendReceive");

  private final Frame frame;
  private final Expressions expressions;

  CollectiveCalls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  /** Whether the definition of a collective is being read. */
  static boolean isDefinition(Frame frame) {
    return AnnotatedMethod.owner(frame.source.element())
        .getQualifiedName()
        .toString()
        .startsWith(CollectiveNames.PACKAGE);
  }

  static boolean isCollective(String name) {
    return COLLECTIVES.contains(name);
  }

  /** A call of a collective, which was found to be one that the language has. */
  Value call(MethodInvocationTree tree, Place receiver, String name, List<Value> arguments) {
    List<Value> operands = new ArrayList<>();
    List<Tree> trees = new ArrayList<>();
    operands.add(new Value.OfPlace(receiver));
    trees.add(tree);
    Map<String, String> options = new HashMap<>();
    Optional<CollectiveCores> cores = Optional.empty();
    for (int i = 0; i < arguments.size(); i++) {
      Tree at = tree.getArguments().get(i);
      if (arguments.get(i) instanceof Value.OfEnum(String type, String constant)
          && (type.equals("Algorithm") || type.equals("Order"))) {
        if (options.put(type, constant) != null) {
          throw frame.error(Code.ALGORITHM, at, name + " is given two of " + type);
        }
      } else if (arguments.get(i) instanceof Value.OfCores(Scalar count)) {
        if (options.put("Cores", "") != null) {
          throw frame.error(Code.ALGORITHM, at, name + " is given two of Cores");
        }
        cores = Optional.of(new CollectiveCores(frame, tree, name, count));
      } else {
        operands.add(arguments.get(i));
        trees.add(at);
      }
    }
    nameNew(operands, trees);
    cores = cores.filter(several -> !several.known().equals(OptionalLong.of(1)));
    cores.ifPresent(several -> several.check(options));
    if (name.equals("sendReceive") && frame.lowering.plane == FunctionKind.HOST) {
      throw frame.error(
          Code.WRONG_PLANE,
          tree,
          "sendReceive belongs in a kernel, where each rank has peers of its own",
          "Move it into a kernel, and compute its peers from the rank.");
    }
    addSignal(tree, name, operands, trees, cores);
    checkOperands(name, operands, trees);
    if (receiver.type() instanceof TensorType type) {
      checkOperator((Element) type.element(), operands, trees);
    }
    Dim ranks = frame.lowering.ranksOf(domain(operands));
    CollectiveChecks checks = new CollectiveChecks(frame, name, ranks, tree);
    CollectiveOperands sizes = new CollectiveOperands(frame, name, ranks, checks);
    sizes.check(operands, trees);
    checkSignals(name, operands, trees, ranks, checks, cores);
    checkRanks(name, operands, trees, ranks, checks);
    List<Value> flat = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      boolean rows = name.equals("allToAllV") && i < 2;
      flat.add(rows ? operands.get(i) : flat(operands.get(i), trees.get(i)));
    }
    Stmt announcement = announcement(tree, name, options, flat);
    List<Tree> places = new ArrayList<>(trees);
    for (Value extra : cores.map(CollectiveCores::extra).orElseGet(List::of)) {
      flat.add(extra);
      places.add(tree);
    }
    AnnotatedMethod definition = definition(tree, name, options, flat);
    if (frame.lowering.plane == FunctionKind.INCORE
        || frame.lowering.plane == FunctionKind.INLINE) {
      frame.emit(announcement, tree);
      Value result =
          frame.lowering.effects.hidden(
              () -> new Splicing(frame).splice(tree, definition, flat, trees));
      frame.emit(completion(tree), tree);
      sizes.note(operands, trees);
      return result;
    }
    dispatch(tree, definition, flat, places, announcement, cores);
    sizes.note(operands, trees);
    return new Value.Nothing();
  }

  /** What is made in the call has no name; a window or signal is refused, a tensor is given one. */
  private void nameNew(List<Value> operands, List<Tree> trees) {
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof Value.OfPlace(Place place)
          && (place instanceof Place.NewWindow
              || place instanceof Place.NewSignal
              || place instanceof Place.NewTensor)) {
        operands.set(i, new Value.OfPlace(new Place.Named(frame.memory(place, trees.get(i)))));
      }
    }
  }

  // ---- what traces say of it

  /** What a rank says when it comes here. */
  private Stmt announcement(
      Tree tree, String name, Map<String, String> options, List<Value> operands) {
    List<Place> memory = new ArrayList<>();
    Optional<Place> signal = Optional.empty();
    Optional<Scalar> root = Optional.empty();
    String operator = "";
    for (Value operand : operands) {
      switch (operand) {
        case Value.OfPlace(Place place) when place.type() instanceof SignalType ->
            signal = Optional.of(place);
        case Value.OfPlace(Place place)
            when place.type() instanceof TensorType type && type.isWindow() && memory.size() < 2 ->
            memory.add(place);
        case Value.OfScalar(Scalar scalar) -> root = Optional.of(scalar);
        case Value.OfEnum(String type, String constant) when type.equals("Reduce") ->
            operator = constant;
        default -> {}
      }
    }
    String algorithm = options.getOrDefault("Algorithm", AUTO);
    if (algorithm.equals(AUTO) && options.containsKey("Order")) {
      algorithm = CANONICAL;
    }
    if (name.equals("sendReceive")) {
      algorithm = "MESH";
      root = Optional.empty();
    }
    return announcement(
        new Announcement.Begins(name, operator, algorithm, signal.orElseThrow(), memory, root),
        tree);
  }

  private Stmt announcement(Announcement what, Tree tree) {
    return new Stmt.Announce(what, frame.origin(tree));
  }

  /** What a rank says when it has gone through a collective. */
  Stmt completion(Tree tree) {
    return announcement(new Announcement.Completes(), tree);
  }

  /** What a barrier without an algorithm says. */
  Stmt barrier(Variable signal, Tree tree) {
    return announcement(
        new Announcement.Begins(
            "barrier", "", AUTO, new Place.Named(signal), List.of(), Optional.empty()),
        tree);
  }

  /**
   * The algorithm that a definition goes over to here, if it is one that chooses.
   *
   * @param frame the body in which the helper is called
   * @param helper what is called
   */
  static Optional<String> chosen(Frame frame, AnnotatedMethod helper) {
    String caller = CollectiveNames.option(frame.source.element().getSimpleName().toString());
    return isDefinition(frame)
            && (caller.equals(AUTO) || caller.equals(CANONICAL))
            && AnnotatedMethod.owner(helper.element())
                .equals(AnnotatedMethod.owner(frame.source.element()))
        ? Optional.of(CollectiveNames.option(helper.id().method()))
        : Optional.empty();
  }

  /** In a program the signal may be left out: all collectives of the program share one then. */
  private void addSignal(
      MethodInvocationTree tree,
      String name,
      List<Value> operands,
      List<Tree> trees,
      Optional<CollectiveCores> cores) {
    for (Value operand : operands) {
      if (operand instanceof Value.OfPlace(Place place) && place.type() instanceof SignalType) {
        return;
      }
    }
    if (frame.lowering.plane != FunctionKind.HOST) {
      throw frame.error(
          Code.COLLECTIVE_SIGNAL,
          tree,
          name + " has no signal: only in a @Host method it may be left out",
          "Pass a Signal parameter with a cell for each rank, `@Shape(\"ranks\") Signal signal`.");
    }
    List<Dim> lanes =
        cores
            .map(several -> List.of(several.lanes()))
            .orElseGet(List::of); // Columns of the signal.
    int windows = operands.size() > 1 && operands.get(1) instanceof Value.OfPlace ? 2 : 1;
    operands.add(
        windows,
        new Value.OfPlace(
            new Place.Named(frame.lowering.collectives(domain(operands), lanes, frame, tree))));
    trees.add(windows, tree);
  }

  /** Elements count, not shapes; but for the rows of which all-to-all-v sends some. */
  private Value flat(Value operand, Tree at) {
    return operand instanceof Value.OfPlace(Place place)
            && place.type() instanceof TensorType type
            && type.shape().size() > 1
        ? new MemoryCalls(frame, expressions).flat(at, place, type)
        : operand;
  }

  /** The domain of the window that is called; empty for the world. */
  private Optional<Variable> domain(List<Value> operands) {
    return operands.getFirst() instanceof Value.OfPlace(Place place)
        ? frame.lowering.domainOf(KernelCalls.base(place))
        : Optional.empty();
  }

  private void checkOperands(String name, List<Value> operands, List<Tree> trees) {
    Set<Variable> bases = new HashSet<>();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof Value.OfPlace(Place place)) {
        KernelCalls.checkDomain(frame, domain(operands), place, trees.get(i));
        Variable base = frame.lowering.effects.baseOf(KernelCalls.base(place));
        if (!bases.add(base)) {
          throw frame.error(
              Code.COLLECTIVE_OPERANDS,
              trees.get(i),
              name + " is given " + base.name() + " twice: what it writes it would read as input",
              name.equals("allReduce") || name.equals("reduceScatter")
                  ? "Leave the input out: the call is in place then."
                  : "Allocate a window for each operand.");
        }
      }
    }
  }

  /** Refuses an operator that the element type does not have, at the call and not in its depth. */
  private void checkOperator(Element element, List<Value> operands, List<Tree> trees) {
    List<String> offered = new ArrayList<>();
    if (element != Element.BOOL) {
      offered.addAll(List.of("SUM", "PROD", "MAX", "MIN"));
    }
    if (!element.isFloating()) {
      offered.addAll(List.of("AND", "OR", "XOR"));
    }
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof Value.OfEnum(String type, String operator)
          && type.equals("Reduce")
          && !offered.contains(operator)) {
        throw frame.error(
            Code.NO_OPERATION,
            trees.get(i),
            operator + " is not defined for " + element,
            "It combines " + element + " by " + String.join(", ", offered) + ".");
      }
    }
  }

  private void checkSignals(
      String name,
      List<Value> operands,
      List<Tree> trees,
      Dim ranks,
      CollectiveChecks checks,
      Optional<CollectiveCores> cores) {
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof Value.OfPlace(Place place)
          && place.type() instanceof SignalType type) {
        String signal = KernelCalls.base(place).name();
        if (cores.isPresent()) {
          cores.get().checkLanes(type, ranks, trees.get(i), signal, checks);
        } else {
          checkCells(name, type, ranks, trees.get(i));
          checks.cells(signal, type.shape());
        }
      }
    }
  }

  /** The integers are ranks: a root, or peers. Their values are those of the call. */
  private void checkRanks(
      String name, List<Value> operands, List<Tree> trees, Dim ranks, CollectiveChecks checks) {
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof Value.OfScalar) {
        Scalar rank =
            name.equals("sendReceive")
                ? SignalCalls.peer(frame, expressions, operands.get(i), ranks, trees.get(i))
                : root(operands.get(i), ranks, trees.get(i));
        Scalar fixed = frame.captured(rank, "peer", trees.get(i));
        operands.set(i, new Value.OfScalar(fixed));
        checks.rank(fixed);
      }
    }
  }

  private Scalar root(Value value, Dim ranks, Tree at) {
    Scalar root = expressions.integer(value, at);
    Optional<Dim> wrong =
        frame.lowering.dimOf(root).filter(given -> SignalCalls.isNoRank(given, ranks));
    if (wrong.isPresent()) {
      throw frame.error(
          Code.PEER_RANGE,
          at,
          SignalCalls.outside("root", wrong.get(), ranks),
          "Name a rank, the same on all of them; ranks count within the domain of the window.");
    }
    return root;
  }

  private void checkCells(String name, SignalType type, Dim ranks, Tree at) {
    Dim cells = type.shape().stream().reduce(Dim.ONE, Dim::times);
    Dim spare = cells.minus(ranks);
    boolean enough =
        spare.constant().isPresent()
            ? spare.constant().getAsLong() >= 0
            : cells.constant().isEmpty() || cells.constant().getAsLong() > 1;
    if (!enough) {
      throw frame.error(
          Code.COLLECTIVE_SIGNAL,
          at,
          name + " needs a cell for each rank, this signal is " + Shapes.text(type.shape()),
          frame.lowering.plane == FunctionKind.HOST
              ? "Make it with signalFor(window) of the domain of the window, or leave it out."
              : "Declare it @Shape(\"ranks\").");
    }
  }

  // ---- the definition

  private AnnotatedMethod definition(
      MethodInvocationTree tree, String name, Map<String, String> options, List<Value> operands) {
    String owner =
        CollectiveNames.owner(
            name,
            operands.size() < 2
                || !(operands.get(1) instanceof Value.OfPlace(Place second)
                    && second.type() instanceof TensorType));
    TypeElement library =
        frame
            .source
            .names()
            .qualified(owner)
            .orElseThrow(
                () ->
                    frame.error(
                        Code.COLLECTIVES_MISSING,
                        tree,
                        "the definition of " + name + ", " + owner + ", is not on the class path"));
    List<ExecutableElement> fitting = new ArrayList<>();
    Set<String> offered = new TreeSet<>();
    String wanted = wanted(tree, name, options, library);
    for (ExecutableElement method : ElementFilter.methodsIn(library.getEnclosedElements())) {
      if (method.getModifiers().contains(Modifier.PUBLIC)
          && Overloads.choose(List.of(method), operands).isPresent()) {
        offered.add(CollectiveNames.option(method.getSimpleName().toString()));
        if (CollectiveNames.option(method.getSimpleName().toString()).equals(wanted)) {
          fitting.add(method);
        }
      }
    }
    offered.remove(CANONICAL);
    return Overloads.choose(fitting, operands)
        .flatMap(method -> AnnotatedMethod.of(method, frame.lowering.elements))
        .orElseThrow(
            () ->
                frame.error(
                    Code.ALGORITHM,
                    tree,
                    name + " is not offered by " + wanted + " for these operands",
                    "It is offered by " + String.join(", ", offered) + "."));
  }

  /** The option whose definition is called; {@code CANONICAL} goes with what combines so. */
  private String wanted(
      MethodInvocationTree tree, String name, Map<String, String> options, TypeElement library) {
    String algorithm = options.getOrDefault("Algorithm", AUTO);
    if (!options.containsKey("Order")) {
      return algorithm;
    }
    Set<String> known = new HashSet<>();
    for (ExecutableElement method : ElementFilter.methodsIn(library.getEnclosedElements())) {
      known.add(CollectiveNames.option(method.getSimpleName().toString()));
    }
    if (!known.contains(CANONICAL)) {
      throw frame.error(
          Code.ALGORITHM,
          tree,
          name + " combines nothing: there is no order that CANONICAL could ask for",
          "Leave CANONICAL out.");
    }
    if (algorithm.equals(AUTO)) {
      return CANONICAL;
    }
    List<String> ordered = CollectiveNames.ORDERED.stream().filter(known::contains).toList();
    if (ordered.contains(algorithm) || !known.contains(algorithm)) {
      return algorithm;
    }
    throw frame.error(
        Code.ALGORITHM,
        tree,
        name + " by " + algorithm + " does not combine in the order of the ranks",
        "With CANONICAL, name " + String.join(", ", ordered) + " or no algorithm.");
  }

  // ---- in programs and task graphs

  private void dispatch(
      MethodInvocationTree tree,
      AnnotatedMethod definition,
      List<Value> operands,
      List<? extends Tree> trees,
      Stmt announcement,
      Optional<CollectiveCores> cores) {
    if (frame.lowering.plane == FunctionKind.HOST && frame.lowering.dispatching()) {
      throw frame.error(
          Code.DISPATCH_FORM,
          tree,
          "a collective in a program is a dispatch of its own",
          "Write it behind or before the forEachRank, or in the kernel.");
    }
    Source source =
        frame
            .lowering
            .sources
            .of(definition.element())
            .orElseThrow(
                () ->
                    frame.error(
                        Code.BODY_UNAVAILABLE,
                        tree,
                        definition.id().display() + " was compiled without the processor"));
    List<Value> fixed =
        new Constants(frame, expressions).fixed(definition.element(), operands, trees);
    frame.lowering.instances.requireRight(definition, source);
    AnnotatedMethod kernel = definition.as(FunctionKind.INCORE);
    Signature signature =
        frame
            .lowering
            .instances
            .of(
                kernel,
                source,
                Instance.of(source, fixed),
                cores.isPresent() ? "_lane" : axes(fixed),
                frame,
                frame.site(tree),
                (instance, _) -> signature(instance, source, fixed, tree, cores.isPresent()))
            .signature();
    KernelCalls calls = new KernelCalls(frame, expressions);
    if (frame.lowering.plane == FunctionKind.JIT) {
      frame.emit(announcement, tree);
      frame.emit(calls.call(tree, kernel, signature, fixed, trees), tree);
      frame.emit(completion(tree), tree);
      return;
    }
    Optional<Variable> domain = domain(operands);
    java.util.function.Function<List<Value>, Stmt.Call> call =
        given -> calls.call(tree, kernel, signature, given, trees);
    Variable rank = frame.lowering.builder.variable("rank", ScalarType.INT);
    Block body =
        frame.lowering.dispatching(
            domain,
            () ->
                cores.isPresent() ? cores.get().shares(fixed, call) : Block.of(call.apply(fixed)));
    List<Stmt> performed = new ArrayList<>(List.of(announcement));
    performed.addAll(body.statements());
    performed.add(completion(tree));
    frame.emit(new Stmt.ForEachRank(rank, domain, new Block(performed), frame.origin(tree)), tree);
  }

  /** What tells the kernels apart that one instance of a definition has: the axes of the signal. */
  private static String axes(List<Value> arguments) {
    for (Value argument : arguments) {
      if (argument instanceof Value.OfPlace(Place place)
          && place.type() instanceof SignalType type
          && type.shape().size() > 1) {
        int columns = type.shape().size() - 1;
        return "_columns" + (columns == 1 ? "" : columns);
      }
    }
    return "";
  }

  /** A kernel of the definition: memory of extents of its own. */
  private Signature signature(
      AnnotatedMethod kernel, Source source, List<Value> arguments, Tree tree, boolean lane) {
    List<Parameter> parameters = new ArrayList<>();
    List<String> symbols = new ArrayList<>();
    Map<String, String> shapes = new LinkedHashMap<>();
    Set<String> undirected = new HashSet<>();
    for (int i = 0; i < arguments.size(); i++) {
      String name = source.parameter(i);
      Optional<Type> type = parameterType(arguments.get(i), name, lane);
      if (type.isEmpty()) {
        continue;
      }
      List<Dim> shape = SymbolBinding.shapeOf(type.get());
      shape.forEach(extent -> symbols.addAll(extent.names()));
      if (!(type.get() instanceof ScalarType)) {
        shapes.put(name, Shapes.text(shape));
        undirected.add(name);
      }
      parameters.add(new Parameter(new Variable(name, type.get()), Direction.IN, frame.span(tree)));
    }
    symbols.add(Function.RANKS);
    return new Signature(
        kernel.id(), FunctionKind.INCORE, parameters, symbols, shapes, undirected, Set.of(), true);
  }

  private static Optional<Type> parameterType(Value argument, String name, boolean lane) {
    return switch (argument) {
      case Value.OfScalar scalar -> Optional.of(scalar.scalar().type());
      case Value.OfPlace(Place place) when place.type() instanceof SignalType && lane ->
          Optional.of(new SignalType(List.of(Dim.named(name + "Count"), Dim.ONE)));
      case Value.OfPlace(Place place) when place.type() instanceof SignalType type ->
          Optional.of(new SignalType(extents(type.shape(), name)));
      case Value.OfPlace(Place place) when place.type() instanceof TensorType type ->
          Optional.of(type.withShape(extents(type.shape(), name)));
      default -> Optional.empty(); // A constant of the instance.
    };
  }

  private static List<Dim> extents(List<Dim> shape, String name) {
    List<Dim> extents = new ArrayList<>();
    for (int axis = 0; axis < shape.size(); axis++) {
      boolean only = shape.size() == 1;
      extents.add(Dim.named(name + (only ? "Count" : axis == 0 ? "Rows" : "Columns" + axis)));
    }
    return extents;
  }
}
