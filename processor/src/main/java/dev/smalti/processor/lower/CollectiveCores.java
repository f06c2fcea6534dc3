package dev.smalti.processor.lower;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.MathFunction;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * A collective of a program on several cores of each rank: its elements are cut into shares, each
 * of which is a call of its own, with a column of the signal.
 */
final class CollectiveCores {
  /** Those that do the same to each element, wherever it is: a share is a part of each window. */
  private static final Set<String> ELEMENTWISE = Set.of("allReduce", "broadcast", "reduce");

  /**
   * Those that move a part for each rank: their definitions take the core and how many there are.
   */
  private static final Set<String> PARTED =
      Set.of("reduceScatter", "allGather", "gather", "scatter", "allToAll");

  /** Shares begin at multiples of this, so that cores write to cache lines of their own. */
  private static final long LINE = 16;

  private final Frame frame;
  private final MethodInvocationTree tree;
  private final String name;

  /** How many; it keeps its value. */
  private final Scalar count;

  private final Variable core;

  /** A call on so many cores. */
  CollectiveCores(Frame frame, MethodInvocationTree tree, String name, Scalar count) {
    this.frame = frame;
    this.tree = tree;
    this.name = name;
    this.count = count;
    this.core = frame.lowering.builder.variable("core", ScalarType.INT);
    frame.lowering.fix(core, Optional.empty());
  }

  /** How many cores, where that is known. */
  OptionalLong known() {
    Optional<Long> value =
        frame.lowering.constant(count).map(constant -> ((Number) constant).longValue());
    return value.map(OptionalLong::of).orElseGet(OptionalLong::empty);
  }

  /**
   * How many columns the signal of a program has that is given none: it is made before all else.
   */
  Dim lanes() {
    return Dim.of(
        known()
            .orElseThrow(
                () ->
                    error(
                        name + " has no signal, and how many cores it needs is known later only",
                        "Pass a signal: world.signal(shape(world.size(), n)).")));
  }

  /** Refuses what is not cut into shares. */
  void check(Map<String, String> options) {
    if (frame.lowering.plane != FunctionKind.HOST) {
      throw error(
          name + " on several cores is called in " + frame.here() + ", which runs on one",
          "Call it in the @Host method, or leave cores(...) out.");
    }
    if (!ELEMENTWISE.contains(name) && !PARTED.contains(name)) {
      throw error(name + " is not cut into shares", "Leave cores(...) out.");
    }
    String algorithm = options.getOrDefault("Algorithm", "");
    if (dependsOnPlace(algorithm)) {
      throw error(
          "%s by %s combines in an order that depends on where an element is"
              .formatted(name, algorithm),
          "Name another algorithm, or leave cores(...) out.");
    }
  }

  /** Whether an algorithm does not do the same to each element; a broadcast combines nothing. */
  private boolean dependsOnPlace(String algorithm) {
    return algorithm.equals("RING") || algorithm.equals("DOUBLE_TREE") && !name.equals("broadcast");
  }

  /** Refuses a signal without a column for each core; what is not known is left to checks. */
  void checkLanes(SignalType type, Dim ranks, Tree at, String signal, CollectiveChecks checks) {
    List<Dim> shape = type.shape();
    boolean fits = shape.size() == 2 && isZero(shape.getFirst().minus(ranks), true);
    if (fits && known().isPresent()) {
      OptionalLong columns = shape.getLast().constant();
      fits = columns.isEmpty() || columns.getAsLong() >= known().getAsLong();
    }
    if (!fits) {
      String columns = known().isPresent() ? "" + known().getAsLong() : "n";
      throw frame.error(
          Code.COLLECTIVE_CORES,
          at,
          name
              + " on "
              + (known().isPresent() ? columns : "several")
              + " cores needs a column of cells for each, this signal is "
              + Shapes.text(shape),
          "Make it with world.signal(shape(world.size(), " + columns + ")).");
    }
    checks.lanes(signal, shape, count, known().isPresent());
  }

  /** Whether a difference is 0, or cannot be told. */
  private static boolean isZero(Dim difference, boolean unknown) {
    return difference.constant().isPresent() ? difference.isConstant(0) : unknown;
  }

  private Rejected error(String text, String help) {
    return frame.error(Code.COLLECTIVE_CORES, tree, text, help);
  }

  // ---- the shares

  /** What the definition takes behind the operands of the collective. */
  List<Value> extra() {
    return PARTED.contains(name)
        ? List.of(new Value.OfScalar(new Scalar.Read(core)), new Value.OfScalar(count))
        : List.of();
  }

  /**
   * The body of a dispatch: a loop over the cores around the call of each share.
   *
   * @param operands as the definition takes them
   * @param call makes the call, of the operands of a share
   */
  Block shares(List<Value> operands, Function<List<Value>, Stmt.Call> call) {
    List<Value> whole =
        operands.stream()
            .map(
                operand ->
                    operand instanceof Value.OfPlace(Place place)
                        ? new Value.OfPlace(new Place.Named(frame.memory(place, tree)))
                        : operand)
            .toList();
    Block share =
        PARTED.contains(name)
            ? frame.lowering.builder.block(() -> frame.emit(call.apply(withLane(whole)), tree))
            : part(whole, call);
    return Block.of(
        new Stmt.For(
            core,
            Scalar.Constant.of(0),
            count,
            Scalar.Constant.of(1),
            share,
            Stmt.Rounds.CORES,
            frame.origin(tree)));
  }

  private List<Value> withLane(List<Value> whole) {
    return whole.stream()
        .map(
            operand ->
                operand instanceof Value.OfPlace(Place.Named(Variable signal))
                        && signal.type() instanceof SignalType
                    ? new Value.OfPlace(lane(signal))
                    : operand)
        .toList();
  }

  /** The call of a part of each window, if the core has one. */
  private Block part(List<Value> whole, Function<List<Value>, Stmt.Call> call) {
    Dim elements =
        whole.getFirst() instanceof Value.OfPlace(Place target)
            ? SymbolBinding.shapeOf(target.type()).getFirst()
            : Dim.ONE;
    Scalar all = new Scalar.Cast(ScalarType.LONG, new Scalar.Extent(elements));
    Scalar rounded = binary(BinaryScalar.ADD, all, of(LINE - 1));
    Variable lines = frame.let("lines", binary(BinaryScalar.DIVIDE, rounded, of(LINE)), tree);
    return frame.lowering.builder.block(
        () -> {
          Scalar number = new Scalar.Cast(ScalarType.LONG, new Scalar.Read(core));
          Scalar from = start(lines, number);
          Scalar next = start(lines, binary(BinaryScalar.ADD, number, of(1)));
          Scalar end = new Scalar.Call(MathFunction.MIN, List.of(next, all), ScalarType.LONG);
          Variable first = frame.let("from", new Scalar.Cast(ScalarType.INT, from), tree);
          Variable behind = frame.let("end", new Scalar.Cast(ScalarType.INT, end), tree);
          Block some =
              frame.lowering.builder.block(
                  () -> frame.emit(call.apply(parts(withLane(whole), first, behind)), tree));
          Scalar any = binary(BinaryScalar.LESS, new Scalar.Read(first), new Scalar.Read(behind));
          frame.emit(new Stmt.If(any, some, Block.of(), frame.origin(tree)), tree);
        });
  }

  /** Where the share of a core begins. */
  private Scalar start(Variable lines, Scalar core) {
    Scalar part = binary(BinaryScalar.MULTIPLY, new Scalar.Read(lines), core);
    Scalar line = binary(BinaryScalar.DIVIDE, part, new Scalar.Cast(ScalarType.LONG, count));
    return binary(BinaryScalar.MULTIPLY, line, of(LINE));
  }

  private List<Value> parts(List<Value> whole, Variable from, Variable end) {
    Scalar length = binary(BinaryScalar.SUBTRACT, new Scalar.Read(end), new Scalar.Read(from));
    Dim extent = Dim.named(frame.let("length", length, tree).name());
    return whole.stream()
        .map(
            operand ->
                operand instanceof Value.OfPlace(Place.Named(Variable window))
                        && window.type() instanceof TensorType type
                    ? new Value.OfPlace(part(window, type, from, extent))
                    : operand)
        .toList();
  }

  private static Place part(Variable window, TensorType type, Variable from, Dim extent) {
    List<Dim> shape = List.of(extent);
    return new Place.View(window, List.of(new Scalar.Read(from)), shape, 0, type.withShape(shape));
  }

  private Place lane(Variable signal) {
    List<Dim> column = List.of(signal.signal().shape().getFirst(), Dim.ONE);
    return new Place.View(
        signal,
        List.of(Scalar.Constant.of(0), new Scalar.Read(core)),
        column,
        0,
        new SignalType(column));
  }

  private static Scalar binary(BinaryScalar operator, Scalar left, Scalar right) {
    return new Scalar.Binary(operator, left, right);
  }

  private static Scalar of(long value) {
    return Scalar.Constant.of(value);
  }
}
