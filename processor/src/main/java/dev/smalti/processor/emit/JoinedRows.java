package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A loop over rows that treats every element alike, for many rows at a time: where all its rows lie
 * one behind the other, they are one long row. That is known at the call only, since every tensor
 * comes with its strides, so the loop that is written takes a number of rows a round, which is 1
 * for rows that lie apart.
 *
 * <p>The loop has one statement, which stores an element-wise value of whole rows of memory. All of
 * them are at the row of the counter and proved to be inside, and of one tensor only one place is
 * touched, so that it makes no difference whether a row is stored before the next one is read.
 */
final class JoinedRows {
  /**
   * Places in native memory that a joined loop reads and writes. Each is a view, and of five or
   * more HotSpot sometimes made objects, where a loop has a method that is called once for all
   * rows.
   */
  private static final int MOST_VIEWS = 4;

  private final Stmt.For loop;
  private final Stmt.Store store;
  private final Context context;
  private final Dim columns;

  /** What is touched, by the variable that names it. */
  private final Map<Variable, Memory> memories = new LinkedHashMap<>();

  private final List<Local> locals = new ArrayList<>();

  private JoinedRows(Stmt.For loop, Stmt.Store store, Context context) {
    this.loop = loop;
    this.store = store;
    this.context = context;
    this.columns = store.value().type().columns();
  }

  /**
   * The form of a loop, if it has one.
   *
   * @param loop counts rows from 0, one a round; its counter is known to the bounds of the context
   * @param context of the method
   */
  static Optional<JoinedRows> of(Stmt.For loop, Context context) {
    List<Stmt> body = loop.body().statements();
    if (body.size() != 1 || !(body.getFirst() instanceof Stmt.Store store) || !counts(loop)) {
      return Optional.empty();
    }
    return Optional.of(new JoinedRows(loop, store, context)).filter(JoinedRows::isJoined);
  }

  private static boolean counts(Stmt.For loop) {
    return loop.variable().scalar() == ScalarType.INT
        && isConstant(loop.from(), 0)
        && isConstant(loop.step(), 1)
        && (loop.to() instanceof Scalar.Extent || loop.to() instanceof Scalar.Constant);
  }

  private static boolean isConstant(Scalar scalar, long value) {
    return scalar instanceof Scalar.Constant constant
        && ((Number) constant.value()).longValue() == value;
  }

  // ---- what can be joined

  private boolean isJoined() {
    TileType type = store.value().type();
    return store.update() == Update.SET
        && !columns.isConstant(1)
        && isRow(type)
        && context.bounds.isPositive(columns)
        && isAtRow(store.target(), store.offsets(), type.box(store.offsets().size()))
        && isJoined(store.value())
        && memories.values().stream().filter(memory -> !memory.heap()).count() <= MOST_VIEWS;
  }

  private boolean isRow(TileType type) {
    return type.rows().isConstant(1)
        && type.validRows().isConstant(1)
        && type.columns().equals(columns)
        && type.validColumns().equals(columns);
  }

  private boolean isJoined(Tile value) {
    return switch (value) {
      case Tile.Load load ->
          isRow(load.type())
              && load.valid().equals(load.shape())
              && isAtRow(load.source(), load.offsets(), load.shape());
      case Tile.Splat splat -> isSame(splat);
      case Tile.Fill fill -> isRow(fill.type()) && isSame(fill);
      case Tile.Ref ref -> context.tile(ref.variable()).isSingle();
      case Tile.Unary _, Tile.Cast _, Tile.Binary _, Tile.Fma _, Tile.Compare _, Tile.Select _ ->
          Operands.of(value).stream().allMatch(this::isJoined);
      case Tile.RemoteLoad _, Tile.Reduce _, Tile.Matmul _, Tile.Whole _ -> false;
    };
  }

  /** Whether a scalar is one number in all rows, which no store changes. */
  private boolean isSame(Expr scalar) {
    boolean[] same = {true};
    new IrVisitor() {
      @Override
      public void scalar(Scalar inner) {
        same[0] &= !(inner instanceof Scalar.ReadElement) && !(inner instanceof Scalar.ReadCell);
        super.scalar(inner);
      }

      @Override
      public void use(Variable variable) {
        same[0] &= !variable.name().equals(loop.variable().name());
      }
    }.expr(scalar);
    return same[0];
  }

  /** Whether a box is the whole row of a memory that the counter says, and inside for all rows. */
  private boolean isAtRow(Variable variable, List<Scalar> offsets, List<Dim> box) {
    Memory memory = context.memory(variable);
    int last = box.size() - 1;
    if (last < 1 || memory.isArray() || !memory.shape().getLast().equals(columns)) {
      return false;
    }
    for (int axis = 0; axis <= last; axis++) {
      Optional<Dim> at = context.bounds.dimOf(offsets.get(axis));
      if (at.isEmpty()
          || !isSame(at.get(), axis == last - 1)
          || !context.bounds.isInside(offsets.get(axis), box.get(axis), memory.shape().get(axis))
          || axis < last && !box.get(axis).isConstant(1)) {
        return false;
      }
    }
    memories.put(variable, memory);
    return isOnlyPlace(memory, offsets);
  }

  /** The same in all rows, or, along the axis of rows, the number of the row and the same. */
  private boolean isSame(Dim at, boolean row) {
    String counter = loop.variable().name();
    return !(row ? at.minus(Dim.named(counter)) : at).names().contains(counter);
  }

  /** A tensor that is stored to is read at the place that is stored to, if at all. */
  private boolean isOnlyPlace(Memory memory, List<Scalar> offsets) {
    Memory target = context.memory(store.target());
    return !memory.data().equals(target.data())
        || memory.at().equals(target.at())
            && memory.strides().equals(target.strides())
            && dims(offsets).equals(dims(store.offsets()));
  }

  private List<Dim> dims(List<Scalar> offsets) {
    return offsets.stream().flatMap(offset -> context.bounds.dimOf(offset).stream()).toList();
  }

  // ---- what is written

  /**
   * Writes how many rows a round takes.
   *
   * @return the loop in such rounds
   */
  Stmt.For rounds(int line, Lines out) {
    Java rows = context.scalars.of(loop.to(), line);
    Java width = context.once(columns, "columns", out);
    String dense =
        memories.values().stream()
            .map(memory -> memory.strides().getLast() + " == " + width.in(7))
            .distinct()
            .collect(Collectors.joining(" && "));
    Variable step = local("joined");
    context.bounds.define(step);
    out.line("// Rows that lie one behind the other are one.");
    out.line(
        "int %s = %s ? %s.joinedRows(%s, %s) : 1;"
            .formatted(context.names.of(step), dense, Api.CHECKS, rows.text(), width.text()));
    return new Stmt.For(
        loop.variable(), loop.from(), loop.to(), new Scalar.Read(step), loop.body(), loop.origin());
  }

  /**
   * Writes how many rows this round takes, and binds what it touches as memory with rows of so many
   * columns, until the loop is left.
   *
   * @param rounds the loop that was written
   * @return the statement of the round
   */
  Stmt enter(Stmt.For rounds, int line, Lines out) {
    Variable count = local("taken");
    context.bounds.define(count);
    out.line(
        "int %s = %s.min(%s, %s - %s);"
            .formatted(
                context.names.of(count),
                Api.MATH,
                context.scalars.of(rounds.step(), line).text(),
                context.scalars.of(loop.to(), line).text(),
                context.names.of(loop.variable())));
    Dim wide = Dim.named(count.name()).times(columns);
    memories.forEach((variable, memory) -> context.bind(variable.name(), memory.withColumns(wide)));
    return new Widening(wide).stmt(store);
  }

  /** What the code of a round uses: the counter too. */
  List<Local> locals() {
    List<Local> all = new ArrayList<>(locals);
    all.add(new Local("int", context.names.of(loop.variable())));
    return all;
  }

  /** Binds what was touched as it was. */
  void leave() {
    memories.forEach((variable, memory) -> context.bind(variable.name(), memory));
  }

  private Variable local(String hint) {
    String name = context.names.fresh(hint);
    context.names.alias(name, name);
    locals.add(new Local("int", name));
    return new Variable(name, ScalarType.INT);
  }

  /** The statement with other columns; scalars and what lies in memory stay as they are. */
  private final class Widening extends IrRewriter {
    private final Dim wide;

    Widening(Dim wide) {
      this.wide = wide;
    }

    @Override
    public Dim dim(Dim dim) {
      return dim.equals(columns) ? wide : dim;
    }

    @Override
    public Scalar scalar(Scalar scalar) {
      return scalar;
    }

    @Override
    public Variable variable(Variable variable) {
      return variable;
    }
  }
}
