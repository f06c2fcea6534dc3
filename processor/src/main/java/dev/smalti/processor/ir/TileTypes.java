package dev.smalti.processor.ir;

import java.util.List;
import java.util.Optional;

/** The type that a tile operation has by its operands. */
public final class TileTypes {
  private TileTypes() {}

  /**
   * The box that operands stretch to: along each axis the first one decides that is not stretched.
   * Says nothing of operands that do not fit.
   *
   * @return with the element type of the first operand
   */
  public static TileType stretch(TileType first, TileType... others) {
    TileType result = first;
    for (TileType other : others) {
      boolean rows = stretches(result.rows(), result.validRows());
      boolean columns = stretches(result.columns(), result.validColumns());
      result =
          new TileType(
              result.element(),
              rows ? other.rows() : result.rows(),
              columns ? other.columns() : result.columns(),
              rows ? other.validRows() : result.validRows(),
              columns ? other.validColumns() : result.validColumns());
    }
    return result;
  }

  /**
   * Whether an axis is stretched to that of another operand: it has one element, which is valid.
   */
  public static boolean stretches(Dim extent, Dim valid) {
    return extent.isConstant(1) && valid.isConstant(1);
  }

  /**
   * The tile that a box of memory becomes: leading axes are flattened into rows, a box of one axis
   * is one row.
   *
   * @param shape at least one axis
   * @param valid as many axes as the shape
   */
  public static TileType box(ElementType element, List<Dim> shape, List<Dim> valid) {
    return new TileType(element, rows(shape), shape.getLast(), rows(valid), valid.getLast());
  }

  private static Dim rows(List<Dim> shape) {
    return shape.subList(0, shape.size() - 1).stream().reduce(Dim.ONE, Dim::times);
  }

  /** What is left of a tile along the other axis. */
  public static TileType reduced(Tile.Axis axis, TileType type) {
    return switch (axis) {
      case ROW -> new TileType(type.element(), type.rows(), Dim.ONE, type.validRows(), Dim.ONE);
      case COLUMN ->
          new TileType(type.element(), Dim.ONE, type.columns(), Dim.ONE, type.validColumns());
    };
  }

  /** The type of a tile; empty if it comes down to a variable that is no tile. */
  static Optional<TileType> of(Tile tile) {
    return switch (tile) {
      case Tile.Ref(Variable variable) ->
          variable.type() instanceof TileType type ? Optional.of(type) : Optional.empty();
      case Tile.Unary t -> of(t.operand());
      case Tile.Splat _,
          Tile.Load _,
          Tile.RemoteLoad _,
          Tile.Fill _,
          Tile.Binary _,
          Tile.Fma _,
          Tile.Compare _,
          Tile.Select _,
          Tile.Cast _,
          Tile.Reduce _,
          Tile.Matmul _,
          Tile.Whole _ ->
          Optional.of(tile.type());
    };
  }

  /**
   * The type that the operands give an operation, whatever type it carries; empty if they do not
   * decide it.
   */
  public static Optional<TileType> derived(Tile tile) {
    return switch (tile) {
      case Tile.Ref _, Tile.Splat _, Tile.Fill _, Tile.Unary _ -> of(tile);
      case Tile.Load t -> box(t.source(), t.shape(), t.valid());
      case Tile.RemoteLoad t -> box(t.source(), t.shape(), t.shape());
      case Tile.Binary t -> stretch(t.left(), t.right());
      case Tile.Fma t ->
          stretch(t.a(), t.b()).flatMap(product -> of(t.c()).map(c -> stretch(product, c)));
      case Tile.Compare t ->
          stretch(t.left(), t.right()).map(type -> type.withElement(Element.BOOL));
      case Tile.Select t ->
          stretch(t.yes(), t.no())
              .flatMap(
                  sides -> of(t.mask()).map(m -> stretch(m, sides).withElement(sides.element())));
      case Tile.Cast t -> of(t.operand()).map(type -> type.withElement(t.type().element()));
      case Tile.Reduce t -> of(t.operand()).map(type -> reduced(t.axis(), type));
      case Tile.Matmul t ->
          of(t.accumulator())
              .flatMap(
                  a ->
                      of(t.left())
                          .flatMap(
                              left ->
                                  of(t.right())
                                      .map(
                                          right ->
                                              product(
                                                      turned(left, t.leftTransposed()),
                                                      turned(right, t.rightTransposed()))
                                                  .withElement(a.element()))));
      case Tile.Whole t -> {
        List<TileType> operands =
            t.operands().stream().flatMap(operand -> of(operand).stream()).toList();
        yield operands.size() == t.operands().size() && operands.size() == t.function().tiles()
            ? Optional.of(whole(t.function(), operands, t.type()))
            : Optional.empty();
      }
    };
  }

  /**
   * The type of a function of whole tiles.
   *
   * @param operands their types, as many as the function takes
   * @param given where the operands do not decide the shape: the shape
   */
  public static TileType whole(TileFunction function, List<TileType> operands, TileType given) {
    return switch (function) {
      case ROW_ARG_MAX, ROW_ARG_MIN ->
          reduced(Tile.Axis.ROW, operands.getFirst()).withElement(Element.I32);
      case COL_ARG_MAX, COL_ARG_MIN ->
          reduced(Tile.Axis.COLUMN, operands.getFirst()).withElement(Element.I32);
      case ROW_ARG_TOP, RANDOM -> given.withElement(Element.I32);
      case TRANSPOSE -> turned(operands.getFirst(), true);
      case RESHAPE, SLICE, PAD, NARROW -> given.withElement(operands.getFirst().element());
      case CONCAT -> {
        TileType a = operands.get(0);
        TileType b = operands.get(1);
        yield new TileType(
            a.element(),
            a.rows(),
            a.columns().plus(b.columns()),
            a.validRows(),
            a.columns().plus(b.validColumns()));
      }
      case ASSEMBLE, SCATTER, SCATTER_ROWS -> operands.getFirst();
      case IOTA -> given;
      case GATHER -> operands.get(1).withElement(operands.get(0).element());
      case GATHER_ROWS -> {
        TileType source = operands.get(0);
        TileType index = operands.get(1);
        yield new TileType(
            source.element(),
            index.rows(),
            source.columns(),
            index.validRows(),
            source.validColumns());
      }
    };
  }

  /** The type with rows and columns exchanged, where that is asked for. */
  public static TileType turned(TileType t, boolean transposed) {
    return transposed
        ? new TileType(
            t.element(),
            /* rows= */ t.columns(),
            /* columns= */ t.rows(),
            /* validRows= */ t.validColumns(),
            /* validColumns= */ t.validRows())
        : t;
  }

  /** Whether products of elements of one type are summed in the other. */
  public static boolean accumulates(ElementType sum, ElementType factor) {
    return sum.equals(factor)
        && factor != Element.BOOL
        && !(factor instanceof Element element && element.isNarrow());
  }

  /** {@code [M, K] x [K, N] -> [M, N]}. */
  public static TileType product(TileType left, TileType right) {
    return new TileType(
        left.element(), left.rows(), right.columns(), left.validRows(), right.validColumns());
  }

  private static Optional<TileType> stretch(Tile left, Tile right) {
    return of(left).flatMap(a -> of(right).map(b -> stretch(a, b)));
  }

  private static Optional<TileType> box(Variable source, List<Dim> shape, List<Dim> valid) {
    return source.type() instanceof TensorType memory && !shape.isEmpty() && !valid.isEmpty()
        ? Optional.of(box(memory.element(), shape, valid))
        : Optional.empty();
  }

  /** The same operation with another type, where it carries one. */
  static Tile typed(Tile tile, TileType type) {
    return switch (tile) {
      case Tile.Ref _, Tile.Splat _, Tile.Unary _ -> tile;
      case Tile.Load t -> new Tile.Load(t.source(), t.offsets(), t.shape(), t.valid(), type);
      case Tile.RemoteLoad t ->
          new Tile.RemoteLoad(t.source(), t.peer(), t.offsets(), t.shape(), type);
      case Tile.Fill t -> new Tile.Fill(type, t.value());
      case Tile.Binary t -> new Tile.Binary(t.op(), t.left(), t.right(), type);
      case Tile.Fma t -> new Tile.Fma(t.a(), t.b(), t.c(), type);
      case Tile.Compare t -> new Tile.Compare(t.relation(), t.left(), t.right(), type);
      case Tile.Select t -> new Tile.Select(t.mask(), t.yes(), t.no(), type);
      case Tile.Cast t -> new Tile.Cast(t.operand(), type);
      case Tile.Reduce t -> new Tile.Reduce(t.op(), t.axis(), t.operand(), type);
      case Tile.Matmul t ->
          new Tile.Matmul(
              t.accumulator(), t.left(), t.leftTransposed(), t.right(), t.rightTransposed(), type);
      case Tile.Whole t -> new Tile.Whole(t.function(), t.operands(), t.scalars(), type);
    };
  }
}
