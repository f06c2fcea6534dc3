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
 * of which is a call of its own, on a part of each window, with a column of the signal.
 */
final class CollectiveCores {
  /** Those that do the same to each element, wherever it is. */
  private static final Set<String> DIVISIBLE = Set.of("allReduce", "broadcast", "reduce");

  /** Shares begin at multiples of this, so that cores write to cache lines of their own. */
  private static final long LINE = 16;

  private final Frame frame;
  private final MethodInvocationTree tree;
  private final String name;

  /** How many; it keeps its value. */
  private final Scalar count;

  /** A call on so many cores. */
  CollectiveCores(Frame frame, MethodInvocationTree tree, String name, Scalar count) {
    this.frame = frame;
    this.tree = tree;
    this.name = name;
    this.count = count;
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
    if (!DIVISIBLE.contains(name)) {
      throw error(
          name + " is not cut into shares",
          "allReduce, broadcast and reduce are; leave cores(...) out.");
    }
    if ("RING".equals(options.get("Algorithm"))) {
      throw error(
          name + " by RING combines in an order that depends on where an element is",
          "Name another algorithm, or leave cores(...) out.");
    }
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
    Dim elements =
        whole.getFirst() instanceof Value.OfPlace(Place first)
            ? SymbolBinding.shapeOf(first.type()).getFirst()
            : Dim.ONE;
    Scalar all = new Scalar.Cast(ScalarType.LONG, new Scalar.Extent(elements));
    Scalar lines =
        binary(BinaryScalar.DIVIDE, binary(BinaryScalar.ADD, all, of(LINE - 1)), of(LINE));
    Variable held = frame.let("lines", lines, tree);
    Variable core = frame.lowering.builder.variable("core", ScalarType.INT);
    frame.lowering.fix(core, Optional.empty());
    Block body =
        frame.lowering.builder.block(
            () -> {
              Scalar number = new Scalar.Cast(ScalarType.LONG, new Scalar.Read(core));
              Scalar from = start(held, number);
              Scalar next = start(held, binary(BinaryScalar.ADD, number, of(1)));
              Scalar end = new Scalar.Call(MathFunction.MIN, List.of(next, all), ScalarType.LONG);
              Variable first = frame.let("from", new Scalar.Cast(ScalarType.INT, from), tree);
              Variable behind = frame.let("end", new Scalar.Cast(ScalarType.INT, end), tree);
              Scalar some =
                  new Scalar.Binary(
                      BinaryScalar.LESS, new Scalar.Read(first), new Scalar.Read(behind));
              Block share =
                  frame.lowering.builder.block(
                      () -> frame.emit(call.apply(parts(whole, core, first, behind)), tree));
              frame.emit(new Stmt.If(some, share, Block.of(), frame.origin(tree)), tree);
            });
    return Block.of(
        new Stmt.For(
            core,
            Scalar.Constant.of(0),
            count,
            Scalar.Constant.of(1),
            body,
            Stmt.Rounds.CORES,
            frame.origin(tree)));
  }

  /** Where the share of a core begins. */
  private Scalar start(Variable lines, Scalar core) {
    Scalar part = binary(BinaryScalar.MULTIPLY, new Scalar.Read(lines), core);
    Scalar line = binary(BinaryScalar.DIVIDE, part, new Scalar.Cast(ScalarType.LONG, count));
    return binary(BinaryScalar.MULTIPLY, line, of(LINE));
  }

  private List<Value> parts(List<Value> whole, Variable core, Variable from, Variable end) {
    Scalar length =
        new Scalar.Binary(BinaryScalar.SUBTRACT, new Scalar.Read(end), new Scalar.Read(from));
    Dim extent = Dim.named(frame.let("length", length, tree).name());
    return whole.stream()
        .map(
            operand ->
                switch (operand) {
                  case Value.OfPlace(Place.Named(Variable memory))
                      when memory.type() instanceof TensorType type ->
                      new Value.OfPlace(part(memory, type, from, extent));
                  case Value.OfPlace(Place.Named(Variable signal)) ->
                      new Value.OfPlace(lane(signal, core));
                  default -> operand;
                })
        .toList();
  }

  private static Place part(Variable window, TensorType type, Variable from, Dim extent) {
    List<Dim> shape = List.of(extent);
    return new Place.View(window, List.of(new Scalar.Read(from)), shape, 0, type.withShape(shape));
  }

  private static Place lane(Variable signal, Variable core) {
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
