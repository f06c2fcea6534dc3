package dev.smalti.processor.lower;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Operations of signals. */
final class SignalCalls {
  private final Frame frame;
  private final Expressions expressions;

  SignalCalls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  Value call(
      MethodInvocationTree tree, Place place, SignalType type, String name, List<Value> arguments) {
    return switch (name) {
      case "rank" -> MemoryCalls.rank(frame, tree, place);
      case "ranks" -> MemoryCalls.ranks(frame, tree, place);
      case "at" ->
          new Value.OfPlace(
              MemoryCalls.at(frame, expressions, tree, place, type.shape(), arguments));
      case "notify" -> notify(tree, place, type, arguments);
      case "await" -> await(tree, place, type, arguments);
      case "awaitAll" -> awaitAll(tree, place, type, arguments);
      case "read" -> {
        MemoryCalls.requireKernel(frame, tree, "read");
        Variable signal = frame.memory(place, tree);
        yield new Value.OfScalar(
            new Scalar.ReadCell(signal, cell(signal, type, arguments.getFirst(), tree)));
      }
      case "reaches" -> {
        Variable signal = frame.memory(place, tree);
        List<Scalar> cell = cell(signal, type, arguments.getFirst(), tree);
        yield new TaskCalls(frame, expressions).reaches(tree, signal, cell, arguments);
      }
      case "barrier" ->
          arguments.isEmpty()
              ? barrier(tree, place, type)
              : new CollectiveCalls(frame, expressions).call(tree, place, name, arguments);
      default ->
          throw frame.error(
              Code.EXPRESSION, tree, "Signal." + name + " cannot be called in " + frame.here());
    };
  }

  private List<Scalar> cell(Variable signal, SignalType type, Value at, Tree tree) {
    List<Scalar> index = MemoryCalls.index(frame, at, tree);
    List<Scalar> cell =
        CollectiveCalls.isDefinition(frame) ? counted(type, index.getFirst(), signal) : index;
    Shapes.checkInside(
        frame, signal.name(), type.shape(), cell, cell.stream().map(_ -> Dim.ONE).toList(), tree);
    return cell;
  }

  /**
   * Where the cell of a number is: definitions of collectives count the cells of any shape. Of a
   * signal with a row for each rank they are the first column, which is that of core 0: so a call
   * on one core and one on several agree on whose cell is whose, and a rank may be ahead.
   */
  private List<Scalar> counted(SignalType type, Scalar number, Variable signal) {
    Dim rows = type.shape().getFirst();
    if (type.shape().size() != 2 || type.shape().getLast().isConstant(1)) {
      return flat(type, number);
    }
    List<Scalar> column = List.of(number, Scalar.Constant.of(0));
    Dim ranks = frame.lowering.ranksOf(frame.lowering.domainOf(signal));
    if (rows.equals(ranks)) {
      return column;
    }
    List<Scalar> flat = flat(type, number);
    if (rows.constant().isPresent() && ranks.constant().isPresent()) {
      return flat;
    }
    Scalar isColumn =
        new Scalar.Binary(BinaryScalar.EQUAL, new Scalar.Extent(rows), new Scalar.Extent(ranks));
    return List.of(
        new Scalar.Conditional(isColumn, column.getFirst(), flat.getFirst()),
        new Scalar.Conditional(isColumn, column.getLast(), flat.getLast()));
  }

  private static List<Scalar> flat(SignalType type, Scalar number) {
    List<Scalar> cell = new ArrayList<>();
    Dim inner = Dim.ONE;
    for (int axis = type.shape().size() - 1; axis >= 0; axis--) {
      Dim extent = type.shape().get(axis);
      Scalar rest = inner.isConstant(1) ? number : divided(BinaryScalar.DIVIDE, number, inner);
      boolean one = extent.isConstant(1);
      cell.addFirst(
          one
              ? Scalar.Constant.of(0)
              : axis == 0 ? rest : divided(BinaryScalar.REMAINDER, rest, extent));
      inner = inner.times(extent);
    }
    return cell;
  }

  private static Scalar divided(BinaryScalar operator, Scalar number, Dim by) {
    return new Scalar.Binary(operator, number, new Scalar.Extent(by));
  }

  /** A rank of a domain; refused where it is known to be none, whatever the number of ranks. */
  static Scalar peer(Frame frame, Expressions expressions, Value value, Dim ranks, Tree tree) {
    Scalar peer = expressions.integer(value, tree);
    Optional<Dim> wrong = frame.lowering.dimOf(peer).filter(given -> isNoRank(given, ranks));
    if (wrong.isPresent()) {
      boolean negative = wrong.get().constant().orElse(0) < 0;
      throw frame.error(
          Code.PEER_RANGE,
          tree,
          outside("peer", wrong.get(), ranks),
          negative
              ? "Write (rank + ranks - 1) % ranks for the one before."
              : Code.PEER_RANGE.help());
    }
    return peer;
  }

  static boolean isNoRank(Dim given, Dim ranks) {
    return given.constant().orElse(0) < 0 || given.minus(ranks).constant().orElse(-1) >= 0;
  }

  static String outside(String role, Dim given, Dim ranks) {
    return "the %s is %s, ranks are 0 to %s".formatted(role, given, ranks.minus(Dim.ONE));
  }

  static Update update(Frame frame, Value value, Tree at) {
    if (value instanceof Value.OfEnum(String type, String constant) && type.equals("Update")) {
      return Update.valueOf(constant);
    }
    throw frame.error(Code.EXPRESSION, at, "SET or ADD is needed here, this is " + value.noun());
  }

  private Value notify(
      MethodInvocationTree tree, Place place, SignalType type, List<Value> arguments) {
    MemoryCalls.requireKernel(frame, tree, "notify");
    Variable signal = frame.memory(place, tree);
    Dim ranks = frame.lowering.ranksOf(frame.lowering.domainOf(signal));
    Scalar peer = peer(frame, expressions, arguments.get(0), ranks, tree);
    List<Scalar> cell = cell(signal, type, arguments.get(1), tree);
    Update update = arguments.size() > 2 ? update(frame, arguments.get(2), tree) : Update.ADD;
    Scalar value =
        arguments.size() > 3 ? expressions.integer(arguments.get(3), tree) : Scalar.Constant.of(1);
    frame.emit(new Stmt.Notify(signal, peer, cell, update, value, frame.origin(tree)), tree);
    return new Value.Nothing();
  }

  private Value await(
      MethodInvocationTree tree, Place place, SignalType type, List<Value> arguments) {
    MemoryCalls.requireKernel(frame, tree, "await");
    Variable signal = frame.memory(place, tree);
    List<Scalar> cell = cell(signal, type, arguments.get(0), tree);
    Relation relation = arguments.size() > 1 ? relation(arguments.get(1), tree) : Relation.GE;
    Scalar value =
        arguments.size() > 2 ? expressions.integer(arguments.get(2), tree) : Scalar.Constant.of(1);
    frame.emit(new Stmt.Await(signal, cell, relation, value, frame.origin(tree)), tree);
    return new Value.Nothing();
  }

  /** A loop over each axis that may have several cells, around the wait for one. */
  private Value awaitAll(
      MethodInvocationTree tree, Place place, SignalType type, List<Value> arguments) {
    MemoryCalls.requireKernel(frame, tree, "awaitAll");
    Variable signal = frame.memory(place, tree);
    List<Scalar> at =
        MemoryCalls.index(frame, arguments.get(0), tree).stream()
            .map(s -> frame.captured(s, "index", tree))
            .toList();
    if (!(arguments.get(1) instanceof Value.OfExtent(List<Dim> box))) {
      throw frame.error(
          Code.EXPRESSION,
          tree,
          "an extent is needed here, this is " + arguments.get(1).noun(),
          "Write shape(...).");
    }
    Shapes.checkInside(frame, signal.name(), type.shape(), at, box, tree);
    Relation relation = arguments.size() > 2 ? relation(arguments.get(2), tree) : Relation.GE;
    Scalar value =
        arguments.size() > 3 ? expressions.integer(arguments.get(3), tree) : Scalar.Constant.of(1);
    Scalar held = frame.captured(value, "value", tree);
    List<Scalar> cell = new ArrayList<>(at);
    emitEach(
        tree, box, 0, cell, () -> new Stmt.Await(signal, cell, relation, held, frame.origin(tree)));
    return new Value.Nothing();
  }

  private void emitEach(
      MethodInvocationTree tree, List<Dim> box, int axis, List<Scalar> cell, Supplier<Stmt> each) {
    if (axis == box.size()) {
      frame.emit(each.get(), tree);
      return;
    }
    if (box.get(axis).isConstant(1)) {
      emitEach(tree, box, axis + 1, cell, each);
      return;
    }
    Variable counter = frame.lowering.builder.variable("cell", ScalarType.INT);
    frame.lowering.fix(counter, Optional.<Dim>empty());
    Scalar from = cell.get(axis);
    Scalar count = new Scalar.Read(counter);
    cell.set(
        axis,
        from instanceof Scalar.Constant constant && constant.isInt(0)
            ? count
            : new Scalar.Binary(BinaryScalar.ADD, from, Expressions.cast(count, from.type())));
    Block body = frame.lowering.builder.block(() -> emitEach(tree, box, axis + 1, cell, each));
    frame.emit(
        new Stmt.For(
            counter,
            Scalar.Constant.of(0),
            new Scalar.Extent(box.get(axis)),
            Scalar.Constant.of(1),
            body,
            frame.origin(tree)),
        tree);
  }

  private Relation relation(Value value, Tree at) {
    if (value instanceof Value.OfEnum(String type, String constant) && type.equals("Compare")) {
      Relation relation = Relation.valueOf(constant);
      if (relation == Relation.GE || relation == Relation.EQ) {
        return relation;
      }
      throw frame.error(
          Code.RELATION,
          at,
          "a signal cannot be awaited with " + relation,
          "Wait with GE, or with EQ where the cell cannot pass the value.");
    }
    throw frame.error(Code.EXPRESSION, at, "GE or EQ is needed here, this is " + value.noun());
  }

  private Value barrier(MethodInvocationTree tree, Place place, SignalType type) {
    if (frame.lowering.plane != FunctionKind.HOST) {
      MemoryCalls.requireKernel(frame, tree, "barrier");
    }
    List<Dim> shape = type.shape();
    Variable signal = frame.memory(place, tree);
    Optional<Variable> domain = frame.lowering.domainOf(signal);
    Dim ranks = frame.lowering.ranksOf(domain);
    boolean fits =
        shape.getFirst().equals(ranks)
            && (shape.size() == 1 || shape.size() == 2 && shape.getLast().isConstant(1));
    if (!fits) {
      throw frame.error(
          Code.SIGNAL_SHAPE,
          tree,
          "a barrier has one cell a rank, this signal is " + Shapes.text(shape),
          frame.lowering.plane == FunctionKind.HOST
              ? "Make it with signal(shape(size())) of the domain whose ranks meet."
              : "Declare it @Shape(\"ranks\") or @Shape(\"ranks, 1\").");
    }
    if (frame.lowering.plane == FunctionKind.HOST) {
      dispatchBarrier(tree, signal, domain);
    } else {
      CollectiveCalls calls = new CollectiveCalls(frame, expressions);
      frame.emit(calls.barrier(signal, tree), tree);
      frame.emit(new Stmt.Barrier(signal, frame.origin(tree)), tree);
      frame.emit(calls.completion(tree), tree);
    }
    return new Value.Nothing();
  }

  /** In a program a barrier is a dispatch of every rank: of a kernel that is the barrier alone. */
  private void dispatchBarrier(
      MethodInvocationTree tree, Variable signal, Optional<Variable> domain) {
    List<Dim> shape = new ArrayList<>(signal.signal().shape());
    shape.set(0, Dim.named(Function.RANKS)); // Those of the domain, in the kernel.
    FunctionId kernel = frame.lowering.companion(barrierKernel(new SignalType(shape), tree));
    Variable rank = frame.lowering.builder.variable("rank", ScalarType.INT);
    Stmt call =
        new Stmt.Call(kernel, List.of(new Place.Named(signal)), List.of(), frame.origin(tree));
    CollectiveCalls calls = new CollectiveCalls(frame, expressions);
    Block body = Block.of(calls.barrier(signal, tree), call, calls.completion(tree));
    frame.emit(new Stmt.ForEachRank(rank, domain, body, frame.origin(tree)), tree);
  }

  private Function barrierKernel(SignalType type, MethodInvocationTree tree) {
    FunctionId program = frame.lowering.id;
    String name = type.shape().size() == 1 ? "barrier" : "columnBarrier";
    String tag = program.tag().isEmpty() ? name : program.tag() + "_" + name;
    Variable signal = new Variable("signal", type);
    return new Function(
        new FunctionId(program.owner(), program.method(), tag),
        FunctionKind.INCORE,
        List.of(),
        List.of(),
        List.of(new Parameter(signal, Direction.IN, frame.span(tree))),
        List.of(Function.RANKS),
        List.of(),
        Block.of(new Stmt.Barrier(signal, frame.origin(tree))),
        frame.span(tree));
  }
}
