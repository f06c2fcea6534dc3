package dev.smalti.processor.pass;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A statement about all rows as one about row {@code row}. */
final class RowForm extends IrRewriter {
  private final Set<String> inside;
  private final Variable row;

  /**
   * Fixes the row.
   *
   * @param inside tile variables of which only that row exists
   */
  RowForm(Set<String> inside, Variable row) {
    this.inside = inside;
    this.row = row;
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    return stmt instanceof Stmt.Store s
        ? new Stmt.Store(s.target(), rowOf(s.offsets()), tile(s.value()), s.update(), s.origin())
        : super.stmt(stmt);
  }

  @Override
  public Variable variable(Variable variable) {
    return inside.contains(variable.name())
        ? new Variable(variable.name(), oneRow(variable.tile()))
        : variable;
  }

  private static TileType oneRow(TileType type) {
    return new TileType(type.element(), Dim.ONE, type.columns(), Dim.ONE, type.validColumns());
  }

  @Override
  public Tile tile(Tile tile) {
    return switch (tile) {
      case Tile.Ref _, Tile.Unary _, Tile.Splat _, Tile.RemoteLoad _, Tile.Matmul _ ->
          super.tile(tile);
      case Tile.Load e -> load(e);
      case Tile.Fill e -> new Tile.Fill(oneRow(e.type()), e.value());
      case Tile.Binary e ->
          new Tile.Binary(e.op(), tile(e.left()), tile(e.right()), oneRow(e.type()));
      case Tile.Fma e -> new Tile.Fma(tile(e.a()), tile(e.b()), tile(e.c()), oneRow(e.type()));
      case Tile.Compare e ->
          new Tile.Compare(e.relation(), tile(e.left()), tile(e.right()), oneRow(e.type()));
      case Tile.Select e ->
          new Tile.Select(tile(e.mask()), tile(e.yes()), tile(e.no()), oneRow(e.type()));
      case Tile.Cast e -> new Tile.Cast(tile(e.operand()), oneRow(e.type()));
      case Tile.Whole e -> whole(e);
      case Tile.Reduce e -> new Tile.Reduce(e.op(), e.axis(), tile(e.operand()), oneRow(e.type()));
    };
  }

  private Tile whole(Tile.Whole e) {
    List<Tile> operands = e.operands().stream().map(this::tile).toList();
    return new Tile.Whole(e.function(), operands, scalars(e, row), oneRow(e.type()));
  }

  /** The scalars of a function of tiles for its rows from one on. */
  static List<Scalar> scalars(Tile.Whole e, Variable row) {
    return switch (e.function()) {
      case IOTA -> {
        Scalar columns = new Scalar.Extent(e.type().columns());
        Scalar before =
            e.type().columns().isConstant(1)
                ? new Scalar.Read(row)
                : new Scalar.Binary(BinaryScalar.MULTIPLY, new Scalar.Read(row), columns);
        Scalar start = e.scalars().getFirst();
        boolean wide = e.type().element() != Element.I32; // There a sum of ints does not wrap.
        yield List.of(plus(wide ? new Scalar.Cast(ScalarType.LONG, start) : start, before));
      }
      case GATHER, GATHER_ROWS, SCATTER ->
          List.of(plus(e.scalars().getFirst(), new Scalar.Read(row)));
      default -> e.scalars();
    };
  }

  private Tile load(Tile.Load e) {
    int last = e.shape().size() - 1;
    boolean flattened =
        !e.shape().subList(0, last - 1).stream().allMatch(extent -> extent.isConstant(1));
    List<Dim> shape = new ArrayList<>();
    List<Dim> valid = new ArrayList<>();
    for (int axis = 0; axis < last; axis++) {
      shape.add(Dim.ONE);
      valid.add(Dim.ONE);
    }
    shape.add(e.shape().get(last));
    valid.add(e.valid().get(last));
    return new Tile.Load(
        e.source(),
        flattened ? digits(e.offsets(), e.shape()) : rowOf(e.offsets()),
        shape,
        valid,
        oneRow(e.type()));
  }

  /** Moved down by the row along the last but one axis. */
  private List<Scalar> rowOf(List<Scalar> offsets) {
    List<Scalar> moved = new ArrayList<>(offsets);
    int axis = offsets.size() - 2;
    moved.set(axis, plus(offsets.get(axis), new Scalar.Read(row)));
    return moved;
  }

  /** Moved to the row's place in a box of which all axes but the last are counted as one. */
  private List<Scalar> digits(List<Scalar> offsets, List<Dim> shape) {
    List<Scalar> moved = new ArrayList<>(offsets);
    Dim below = Dim.ONE;
    for (int axis = offsets.size() - 2; axis >= 0; axis--) {
      Scalar digit = new Scalar.Read(row);
      if (!below.isConstant(1)) {
        digit = new Scalar.Binary(BinaryScalar.DIVIDE, digit, new Scalar.Extent(below));
      }
      Dim extent = shape.get(axis);
      if (axis > 0) {
        digit = new Scalar.Binary(BinaryScalar.REMAINDER, digit, new Scalar.Extent(extent));
      }
      if (!extent.isConstant(1)) {
        moved.set(axis, plus(offsets.get(axis), digit));
      }
      below = below.times(extent);
    }
    return moved;
  }

  private static Scalar plus(Scalar offset, Scalar by) {
    if (offset instanceof Scalar.Constant c && ((Number) c.value()).longValue() == 0) {
      return by;
    }
    return offset.type() == ScalarType.LONG
        ? new Scalar.Binary(BinaryScalar.ADD, offset, new Scalar.Cast(ScalarType.LONG, by))
        : new Scalar.Binary(BinaryScalar.ADD, offset, by);
  }
}
