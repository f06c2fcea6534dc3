package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;

/** A statement about whole tiles as one about a strip of them. */
final class StripForm extends IrRewriter {
  private final StripSplit split;
  private final Variable counter;
  private final Dim extent;

  /**
   * Fixes the strip.
   *
   * @param split what is taken apart
   * @param counter where the strip starts
   * @param extent how many rows or columns it has
   */
  StripForm(StripSplit split, Variable counter, Dim extent) {
    this.split = split;
    this.counter = counter;
    this.extent = extent;
  }

  @Override
  public Stmt stmt(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Let s when split.contains(s.variable()) ->
          new Stmt.Let(variable(s.variable()), strip((Tile) s.value()), s.origin());
      case Stmt.Assign s when split.contains(s.variable()) ->
          new Stmt.Assign(variable(s.variable()), strip((Tile) s.value()), s.origin());
      case Stmt.Store s ->
          new Stmt.Store(s.target(), moved(s.offsets()), strip(s.value()), s.update(), s.origin());
      case Stmt.RemoteStore s ->
          new Stmt.RemoteStore(
              s.target(), s.peer(), moved(s.offsets()), strip(s.value()), s.update(), s.origin());
      default -> super.stmt(stmt);
    };
  }

  @Override
  public Variable variable(Variable variable) {
    return split.contains(variable)
        ? new Variable(variable.name(), strip(variable.tile()))
        : variable;
  }

  /** Tiles outside of strips stay as they are. */
  @Override
  public Tile tile(Tile tile) {
    return tile;
  }

  private TileType strip(TileType type) {
    return split.axis().with(type, extent);
  }

  private Tile strip(Tile tile) {
    if (split.axis().extent(tile.type()).isConstant(1)) {
      return tile;
    }
    TileType type = strip(tile.type());
    return switch (tile) {
      case Tile.Ref(Variable variable) -> new Tile.Ref(variable(variable));
      case Tile.Splat e -> e;
      case Tile.Load e ->
          new Tile.Load(e.source(), moved(e.offsets()), cut(e.shape()), cut(e.valid()), type);
      case Tile.RemoteLoad e ->
          new Tile.RemoteLoad(e.source(), e.peer(), moved(e.offsets()), cut(e.shape()), type);
      case Tile.Fill e -> new Tile.Fill(type, e.value());
      case Tile.Unary e -> new Tile.Unary(e.op(), strip(e.operand()));
      case Tile.Binary e -> new Tile.Binary(e.op(), strip(e.left()), strip(e.right()), type);
      case Tile.Fma e -> new Tile.Fma(strip(e.a()), strip(e.b()), strip(e.c()), type);
      case Tile.Compare e ->
          new Tile.Compare(e.relation(), strip(e.left()), strip(e.right()), type);
      case Tile.Select e -> new Tile.Select(strip(e.mask()), strip(e.yes()), strip(e.no()), type);
      case Tile.Cast e -> new Tile.Cast(strip(e.operand()), type);
      case Tile.Reduce e -> new Tile.Reduce(e.op(), e.axis(), strip(e.operand()), type);
      case Tile.Matmul e ->
          new Tile.Matmul(
              strip(e.accumulator()),
              strip(e.left()),
              e.leftTransposed(),
              e.right(),
              e.rightTransposed(),
              type);
      case Tile.Whole e ->
          new Tile.Whole(e.function(), operands(e), RowForm.scalars(e, counter), type);
    };
  }

  private List<Tile> operands(Tile.Whole e) {
    List<Tile> operands = new ArrayList<>(e.operands());
    for (int i = 0; i < operands.size(); i++) {
      if (StripSplit.hasRowsOf(e, i)) {
        operands.set(i, strip(operands.get(i)));
      }
    }
    return operands;
  }

  private List<Dim> cut(List<Dim> box) {
    List<Dim> strip = new ArrayList<>(box);
    strip.set(split.axis().axis(box.size()), extent);
    return strip;
  }

  private List<Scalar> moved(List<Scalar> offsets) {
    List<Scalar> moved = new ArrayList<>(offsets);
    int axis = split.axis().axis(offsets.size());
    moved.set(axis, StripRun.plus(offsets.get(axis), counter));
    return moved;
  }
}
