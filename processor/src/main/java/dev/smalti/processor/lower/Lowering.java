package dev.smalti.processor.lower;

import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.ir.run.ConstantScalars;
import dev.smalti.processor.message.Report;
import dev.smalti.processor.resolve.Resolutions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** What is shared by all frames of one function: the part under construction and what is known. */
final class Lowering {
  final FunctionId id;
  final FunctionKind plane;
  final Report report;
  final Sources sources;
  final Resolutions resolutions;
  final Elements elements;
  final Types types;
  final Signatures signatures;
  final Instances instances;
  final Builder builder = new Builder();
  final Effects effects = new Effects();
  final Allocations allocations = new Allocations();

  /** How a tile variable came about, for messages: {@code was loaded at line 26 from data}. */
  final Map<Variable, String> history = new HashMap<>();

  /** What the calls of kernels, these very objects, were resolved to. */
  final IdentityHashMap<Stmt.Call, Signature> callees = new IdentityHashMap<>();

  /** What the views among the variables show. */
  final Map<Variable, Place.View> views = new HashMap<>();

  /** The domains of the windows and signals that are not of the world. */
  final Map<Variable, Variable> domains = new HashMap<>();

  /** How many ranks the domains have. */
  final Map<Variable, Dim> domainSizes = new HashMap<>();

  /** The domain whose dispatch is being read; empty for the world. */
  private Optional<Variable> dispatched = Optional.empty();

  /** Those of the variables that show memory in other axes. */
  final Map<Variable, Place.Reshaped> reshaped = new HashMap<>();

  private final Map<Variable, Object> constants = new HashMap<>();
  private final Set<Variable> fixed = new HashSet<>();
  private final Map<Variable, Dim> dims = new HashMap<>();

  private final Map<FunctionId, Function> companions = new LinkedHashMap<>();

  private final Map<Shared, Variable> collectives = new HashMap<>();

  private int failures;
  private int unreached;
  private boolean folded;
  private boolean dispatching;
  private final Deque<LoopCall.Form> loops = new ArrayDeque<>();

  Lowering(
      FunctionId id,
      FunctionKind plane,
      Report report,
      Sources sources,
      Resolutions resolutions,
      Elements elements,
      Types types,
      Signatures signatures,
      Instances instances) {
    this.id = id;
    this.plane = plane;
    this.report = report;
    this.sources = sources;
    this.resolutions = resolutions;
    this.elements = elements;
    this.types = types;
    this.signatures = signatures;
    this.instances = instances;
  }

  /** Notes that a branch was left out because the instance never takes it. */
  void fold() {
    folded = true;
  }

  /** Whether every branch was read. */
  boolean isWhole() {
    return !folded;
  }

  /** Whether what is being read is in no branch whose condition is a constant against it. */
  boolean isReached() {
    return unreached == 0;
  }

  /** Reads what is never executed if {@code taken} is false. */
  void branch(boolean taken, Runnable inside) {
    unreached += taken ? 0 : 1;
    try {
      inside.run();
    } finally {
      unreached -= taken ? 0 : 1;
    }
  }

  /** The domain of a window or signal, or of a view of one; empty for the world. */
  Optional<Variable> domainOf(Variable memory) {
    return Optional.ofNullable(domains.get(effects.baseOf(memory)));
  }

  /** How many ranks a domain has. */
  Dim ranksOf(Optional<Variable> domain) {
    return domain.map(domainSizes::get).orElseGet(() -> Dim.named(Function.RANKS));
  }

  /** The domain of the dispatch that is being read. */
  Optional<Variable> dispatched() {
    return dispatched;
  }

  <V> V dispatching(Optional<Variable> domain, java.util.function.Supplier<V> inside) {
    dispatched = domain;
    try {
      return dispatching(inside);
    } finally {
      dispatched = Optional.empty();
    }
  }

  /** Whether the body of a forEachRank is being read. */
  boolean dispatching() {
    return dispatching;
  }

  <V> V dispatching(java.util.function.Supplier<V> inside) {
    dispatching = true;
    try {
      return inside.get();
    } finally {
      dispatching = false;
    }
  }

  /** Of which collectives a signal is: their domain, and its columns. */
  private record Shared(Optional<Variable> domain, List<Dim> lanes) {}

  /**
   * The signal of those collectives of a program that are given none; made by the first one.
   *
   * @param domain of their windows; empty for the world
   * @param lanes how many columns it has, if they are cells of several cores
   */
  Variable collectives(Optional<Variable> domain, List<Dim> lanes, Frame frame, Tree first) {
    return collectives.computeIfAbsent(
        new Shared(domain, lanes),
        _ -> {
          List<Dim> shape = new ArrayList<>(List.of(ranksOf(domain)));
          shape.addAll(lanes);
          SignalType type = new SignalType(shape);
          Variable signal = builder.variable("collectives", type);
          Stmt made = new Stmt.Let(signal, new Place.NewSignal(type, domain), frame.origin(first));
          domain.ifPresentOrElse(d -> builder.emitBehind(d, made), () -> builder.emitFirst(made));
          domain.ifPresent(d -> domains.put(signal, d));
          return signal;
        });
  }

  /** Adds a kernel that this program needs beside the user's, once; gives its identity. */
  FunctionId companion(Function kernel) {
    companions.putIfAbsent(kernel.id(), kernel);
    return kernel.id();
  }

  List<Function> companions() {
    return List.copyOf(companions.values());
  }

  /** What the innermost loop is whose body is being read. */
  Optional<LoopCall.Form> loop() {
    return Optional.ofNullable(loops.peek());
  }

  /** Reads the body of a loop. */
  Block loop(LoopCall.Form form, Runnable body) {
    return builder.block(() -> round(form, body));
  }

  /** Reads the body of a loop into the open block. */
  void round(LoopCall.Form form, Runnable body) {
    loops.push(form);
    try {
      body.run();
    } finally {
      loops.pop();
    }
  }

  void fail() {
    failures++;
  }

  boolean failed() {
    return failures > 0;
  }

  /** How often something was wrong so far. */
  int failures() {
    return failures;
  }

  /** Notes that a variable is never assigned again, and the extent it equals, if it is one. */
  void fix(Variable variable, Optional<Dim> dim) {
    fixed.add(variable);
    dim.ifPresent(known -> dims.put(variable, known));
  }

  /** Notes the value of a variable that is never assigned again, if it is a constant. */
  void remember(Variable variable, Scalar value) {
    constant(value).ifPresent(constant -> constants.put(variable, constant));
  }

  /** The value of an expression that follows from constants alone, boxed. */
  Optional<Object> constant(Scalar scalar) {
    return new ConstantScalars(variable -> Optional.ofNullable(constants.get(variable)))
        .value(scalar);
  }

  boolean isFixed(Variable variable) {
    return fixed.contains(variable);
  }

  /** Whether the value of an expression is the same wherever it stands later. */
  boolean isStable(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant _, Scalar.Extent _ -> true;
      case Scalar.Read(Variable variable) -> isFixed(variable);
      default -> false;
    };
  }

  /** The expression as an extent, if it is arithmetic over extents and fixed {@code int}s. */
  Optional<Dim> dimOf(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant c when c.type().isInteger() ->
          Optional.of(Dim.of(((Number) c.value()).longValue()));
      case Scalar.Extent(Dim dim) -> Optional.of(dim);
      case Scalar.Read(Variable variable)
          when isFixed(variable) && variable.type() == ScalarType.INT ->
          Optional.of(dims.getOrDefault(variable, Dim.named(variable.name())));
      case Scalar.Cast(ScalarType type, Scalar operand)
          when type.isInteger() && operand.type() == ScalarType.INT ->
          dimOf(operand);
      case Scalar.Unary(var operator, Scalar operand)
          when operator == dev.smalti.processor.ir.UnaryScalar.NEGATE ->
          dimOf(operand).map(Dim.ZERO::minus).filter(dim -> fits(dim, scalar.type()));
      case Scalar.Binary binary when binary.type().isInteger() -> dimOf(binary);
      case Scalar.Call call when call.type().isInteger() -> dimOf(call);
      default -> Optional.empty();
    };
  }

  private Optional<Dim> dimOf(Scalar.Binary binary) {
    Optional<Dim> left = dimOf(binary.left());
    Optional<Dim> right = dimOf(binary.right());
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    try {
      return dimOf(binary, left.get(), right.get()).filter(dim -> fits(dim, binary.type()));
    } catch (ArithmeticException overflow) {
      return Optional.empty(); // Java wraps around, an extent does not
    }
  }

  private static boolean fits(Dim dim, ScalarType type) {
    return type != ScalarType.INT
        || dim.constant().isEmpty()
        || dim.constant().getAsLong() == (int) dim.constant().getAsLong();
  }

  private static Optional<Dim> dimOf(Scalar.Binary binary, Dim a, Dim b) {
    return switch (binary.operator()) {
      case ADD -> Optional.of(a.plus(b));
      case SUBTRACT -> Optional.of(a.minus(b));
      case MULTIPLY -> Optional.of(a.times(b));
      case DIVIDE -> b.isConstant(0) ? Optional.empty() : Optional.of(a.dividedBy(b));
      case REMAINDER -> b.isConstant(0) ? Optional.empty() : Optional.of(a.remainder(b));
      default -> Optional.empty();
    };
  }

  private Optional<Dim> dimOf(Scalar.Call call) {
    if (call.arguments().size() != 2) {
      return Optional.empty();
    }
    Optional<Dim> left = dimOf(call.arguments().getFirst());
    Optional<Dim> right = dimOf(call.arguments().getLast());
    return left.flatMap(
        a ->
            right.flatMap(
                b ->
                    switch (call.function()) {
                      case MIN -> Optional.of(a.min(b));
                      case MAX -> Optional.of(a.max(b));
                      default -> Optional.empty();
                    }));
  }
}
