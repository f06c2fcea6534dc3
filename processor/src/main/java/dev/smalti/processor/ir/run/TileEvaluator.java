package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.UnaryOp;
import dev.smalti.processor.ir.Variable;
import java.util.List;

/**
 * Evaluates trees of tile operations. Scalars, positions and checks come first, from left to right;
 * then every element runs through the whole tree before the next one, row by row. Only a reduction
 * below the root is computed as a whole.
 */
final class TileEvaluator {
  private final ScalarEvaluator scalars;

  TileEvaluator(ScalarEvaluator scalars) {
    this.scalars = scalars;
  }

  Operand operand(Frame frame, Tile tile) {
    return switch (tile) {
      case Tile.Ref t -> ref(frame.tile(t.variable()));
      case Tile.Splat t ->
          splat(frame, ElementMath.fixed(t.element()), t.value(), TileBox.of(1, 1));
      case Tile.Fill t -> splat(frame, element(t.type()), t.value(), frame.box(t.type()));
      case Tile.Load t -> load(frame, t);
      case Tile.RemoteLoad t -> remoteLoad(frame, t);
      case Tile.Unary t -> unary(t.op(), operand(frame, t.operand()));
      case Tile.Binary t -> binary(frame, t);
      case Tile.Fma t -> fma(frame, t);
      case Tile.Compare t -> compare(frame, t);
      case Tile.Select t -> select(frame, t);
      case Tile.Cast t -> cast(frame, t);
      case Tile.Reduce t -> reduce(frame, t);
      case Tile.Matmul t -> matmul(frame, t);
      case Tile.Whole t -> whole(frame, t);
    };
  }

  /** Checks that a tile is what its type says. */
  Operand typed(Frame frame, TileType type, Operand operand) {
    TileBox box = frame.box(type);
    if (!box.equals(operand.box()) || element(type) != operand.element()) {
      throw new Violation(
          "the tile is %s of %s, its type says %s of %s"
              .formatted(operand.box(), operand.element(), box, element(type)));
    }
    return operand;
  }

  private static Element element(TileType type) {
    return ElementMath.fixed(type.element());
  }

  private static Operand ref(TileValue value) {
    return new Operand(value.elements().element(), value.box(), value::at);
  }

  private Operand splat(Frame frame, Element element, Scalar scalar, TileBox box) {
    Object value = ElementMath.operand(element, scalars.scalar(frame, scalar));
    return new Operand(element, box, (_, _) -> value);
  }

  private Operand load(Frame frame, Tile.Load load) {
    Memory memory = frame.memory(load.source());
    long[] at = scalars.integers(frame, load.offsets());
    long[] shape = frame.extents(load.shape());
    long[] valid = frame.extents(load.valid());
    for (int axis = 0; axis < Math.min(shape.length, valid.length); axis++) {
      if (valid[axis] > shape[axis]) {
        throw new Violation(
            "load of %s: axis %d has %d valid elements of %d"
                .formatted(load.source(), axis, valid[axis], shape[axis]));
      }
    }
    Region region = memory.region(load.source().name(), at, valid);
    return typed(
        frame, load.type(), read(memory, memory.instance(frame.rank()), region, shape, valid));
  }

  private Operand remoteLoad(Frame frame, Tile.RemoteLoad load) {
    Memory memory = window(frame, load.source());
    int peer = scalars.peer(frame, load.source(), load.peer());
    long[] at = scalars.integers(frame, load.offsets());
    long[] shape = frame.extents(load.shape());
    Region region = memory.region(load.source().name(), at, shape);
    return typed(frame, load.type(), read(memory, memory.instance(peer), region, shape, shape));
  }

  /** Memory that has an instance on other ranks. */
  static Memory window(Frame frame, Variable variable) {
    Memory memory = frame.memory(variable);
    if (!memory.isWindow()) {
      throw new Violation(variable + " is no window, other ranks have no instance of it");
    }
    return memory;
  }

  private static Operand read(
      Memory memory, ElementArray elements, Region region, long[] shape, long[] valid) {
    int last = shape.length - 1;
    TileBox box = new TileBox(leading(shape), shape[last], leading(valid), valid[last]);
    return new Operand(
        memory.element(), box, (row, column) -> elements.get(region.index(row, column)));
  }

  /** The rows that leading axes make. */
  private static long leading(long[] extents) {
    long rows = 1;
    for (int axis = 0; axis < extents.length - 1; axis++) {
      rows = Math.multiplyExact(rows, extents[axis]);
    }
    return rows;
  }

  private static Operand unary(UnaryOp op, Operand a) {
    Element element = a.element();
    return new Operand(
        element, a.box(), (row, column) -> ElementMath.unary(op, element, a.at(row, column)));
  }

  private Operand binary(Frame frame, Tile.Binary tile) {
    Operand a = operand(frame, tile.left());
    Operand b = operand(frame, tile.right());
    Element element = common(a, b);
    return typed(
        frame,
        tile.type(),
        new Operand(
            element,
            a.box().stretchedWith(b.box()),
            (row, column) ->
                ElementMath.binary(tile.op(), element, a.at(row, column), b.at(row, column))));
  }

  private Operand fma(Frame frame, Tile.Fma tile) {
    Operand a = operand(frame, tile.a());
    Operand b = operand(frame, tile.b());
    Operand c = operand(frame, tile.c());
    common(a, b);
    Element element = common(a, c);
    return typed(
        frame,
        tile.type(),
        new Operand(
            element,
            a.box().stretchedWith(b.box()).stretchedWith(c.box()),
            (row, column) ->
                ElementMath.fma(element, a.at(row, column), b.at(row, column), c.at(row, column))));
  }

  private Operand compare(Frame frame, Tile.Compare tile) {
    Operand a = operand(frame, tile.left());
    Operand b = operand(frame, tile.right());
    Element element = common(a, b);
    return typed(
        frame,
        tile.type(),
        new Operand(
            Element.BOOL,
            a.box().stretchedWith(b.box()),
            (row, column) ->
                ElementMath.compare(
                    tile.relation(), element, a.at(row, column), b.at(row, column))));
  }

  private Operand select(Frame frame, Tile.Select tile) {
    Operand mask = operand(frame, tile.mask());
    Operand yes = operand(frame, tile.yes());
    Operand no = operand(frame, tile.no());
    return typed(
        frame,
        tile.type(),
        new Operand(
            common(yes, no),
            mask.box().stretchedWith(yes.box()).stretchedWith(no.box()),
            (row, column) -> {
              // Both, since a tile of its own would have computed both.
              Object picked = yes.at(row, column);
              Object other = no.at(row, column);
              return (Boolean) mask.at(row, column) ? picked : other;
            }));
  }

  private Operand cast(Frame frame, Tile.Cast tile) {
    Operand a = operand(frame, tile.operand());
    Element to = element(tile.type());
    return typed(
        frame,
        tile.type(),
        new Operand(to, a.box(), (row, column) -> ElementMath.cast(to, a.at(row, column))));
  }

  private static Element common(Operand a, Operand b) {
    if (a.element() != b.element()) {
      throw new Violation("the operands are of %s and of %s".formatted(a.element(), b.element()));
    }
    return a.element();
  }

  private Operand matmul(Frame frame, Tile.Matmul tile) {
    Operand accumulator = operand(frame, tile.accumulator());
    Operand left = turned(operand(frame, tile.left()), tile.leftTransposed());
    Operand right = turned(operand(frame, tile.right()), tile.rightTransposed());
    TileBox a = left.box();
    TileBox b = right.box();
    if (a.columns() != b.rows() || a.validColumns() != b.validRows()) {
      throw new Violation("the factors of a product are " + a + " and " + b);
    }
    TileBox box = new TileBox(a.rows(), b.columns(), a.validRows(), b.validColumns());
    Element element = element(tile.type());
    Element factor = common(left, right);
    return typed(
        frame,
        tile.type(),
        new Operand(
            element,
            box.stretchedWith(accumulator.box()),
            (row, column) -> {
              Object sum = accumulator.at(row, column);
              for (int k = 0; k < a.validColumns(); k++) {
                sum =
                    ElementMath.multiplyAdd(
                        element, factor, left.at(row, k), right.at(k, column), sum);
              }
              return sum;
            }));
  }

  /** Held: its elements are read many times. */
  private static Operand turned(Operand operand, boolean transposed) {
    Operand held = ref(operand.value());
    TileBox box = held.box();
    return transposed
        ? new Operand(
            held.element(),
            new TileBox(
                /* rows= */ box.columns(),
                /* columns= */ box.rows(),
                /* validRows= */ box.validColumns(),
                /* validColumns= */ box.validRows()),
            (row, column) -> held.at(/* row= */ column, /* column= */ row))
        : held;
  }

  private Operand whole(Frame frame, Tile.Whole tile) {
    List<Operand> operands =
        tile.operands().stream()
            .map(operand -> operand(frame, operand))
            .map(operand -> ref(operand.value()))
            .toList();
    List<Object> values =
        tile.scalars().stream().map(scalar -> scalars.scalar(frame, scalar)).toList();
    Element element = element(tile.type());
    TileBox box = frame.box(tile.type());
    return new WholeEvaluator(element, box, operands, values).of(tile.function());
  }

  private Operand reduce(Frame frame, Tile.Reduce tile) {
    Operand a = operand(frame, tile.operand());
    TileBox box = a.box();
    if (box.validRows() == 0 || box.validColumns() == 0) {
      throw new Violation("a reduction of " + box + " has no element to start from");
    }
    TileValue value = folded(tile, a);
    return typed(frame, tile.type(), ref(value));
  }

  private static TileValue folded(Tile.Reduce tile, Operand a) {
    TileBox box = a.box();
    boolean row = tile.axis() == Tile.Axis.ROW;
    TileBox result =
        row
            ? new TileBox(box.rows(), 1, box.validRows(), 1)
            : new TileBox(1, box.columns(), 1, box.validColumns());
    ElementArray values = ElementArray.zeros(a.element(), result.count());
    for (int i = 0; i < values.length(); i++) {
      values.set(i, row ? ElementMath.row(tile.op(), a, i) : ElementMath.column(tile.op(), a, i));
    }
    return new TileValue(result, values);
  }
}
