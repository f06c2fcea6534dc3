package dev.smalti.processor.ir;

import java.util.List;

/**
 * An expression that gives a tile.
 *
 * <p>The front end writes one operation a statement, its operands {@link Ref} and {@link Splat};
 * fusion makes trees of them. Every element-wise node has the type of its result; an operand with
 * an extent of 1 stretches along that axis.
 */
public sealed interface Tile extends Expr {
  @Override
  TileType type();

  /**
   * Whether the rows of a box of memory are those of one axis: of the leading ones at most one has
   * more than one element.
   */
  static boolean isRegular(List<Dim> box) {
    return box.subList(0, box.size() - 1).stream().filter(e -> !e.isConstant(1)).count() <= 1;
  }

  /** The value of a tile variable. */
  record Ref(Variable variable) implements Tile {
    @Override
    public TileType type() {
      return variable.tile();
    }
  }

  /** A scalar, converted to the element type as an operand is; its type is {@code [1, 1]}. */
  record Splat(ElementType element, Scalar value) implements Tile {
    @Override
    public TileType type() {
      return TileType.of(element, Dim.ONE, Dim.ONE);
    }
  }

  /**
   * A box of a tensor, or of the own instance of a window. Leading axes are flattened into rows; a
   * box of one axis is one row. Only the valid part is read; the rest may overhang.
   *
   * @param source what is read
   * @param offsets one an axis
   * @param shape one an axis
   * @param valid one an axis, each at most the shape's
   */
  record Load(
      Variable source, List<Scalar> offsets, List<Dim> shape, List<Dim> valid, TileType type)
      implements Tile {
    public Load {
      offsets = List.copyOf(offsets);
      shape = List.copyOf(shape);
      valid = List.copyOf(valid);
    }
  }

  /** A box of the peer's instance of a window; must lie inside. */
  record RemoteLoad(
      Variable source, Scalar peer, List<Scalar> offsets, List<Dim> shape, TileType type)
      implements Tile {
    public RemoteLoad {
      offsets = List.copyOf(offsets);
      shape = List.copyOf(shape);
    }
  }

  /** Every element one scalar. */
  record Fill(TileType type, Scalar value) implements Tile {}

  /** An element-wise function of one tile. */
  record Unary(UnaryOp op, Tile operand) implements Tile {
    @Override
    public TileType type() {
      return operand.type();
    }
  }

  /** An element-wise function of two tiles of one element type. */
  record Binary(BinaryOperator op, Tile left, Tile right, TileType type) implements Tile {}

  /** {@code a * b + c} with one rounding. */
  record Fma(Tile a, Tile b, Tile c, TileType type) implements Tile {}

  /** A comparison, element by element; the result's element type is {@code BOOL}. */
  record Compare(Relation relation, Tile left, Tile right, TileType type) implements Tile {}

  /** {@code mask ? yes : no}, element by element. */
  record Select(Tile mask, Tile yes, Tile no, TileType type) implements Tile {}

  /** Another element type, with Java's conversion. */
  record Cast(Tile operand, TileType type) implements Tile {}

  /**
   * A reduction over exactly the valid box: along a row in 32 strands, along a column in ascending
   * order.
   *
   * @param op {@code ADD}, {@code MUL}, {@code MAX} or {@code MIN}; of masks {@code AND} or {@code
   *     OR}
   * @param axis what the reduction folds
   * @param operand at least one valid element
   */
  record Reduce(BinaryOperator op, Axis axis, Tile operand, TileType type) implements Tile {}

  /**
   * A function of whole tiles. It is computed as a whole and stands alone: at the root of a
   * definition or assignment, its operands variables or fills, or a load of what is gathered.
   *
   * @param function which
   * @param operands as many as it takes
   * @param scalars as many as it takes
   * @param type of the result
   */
  record Whole(TileFunction function, List<Tile> operands, List<Scalar> scalars, TileType type)
      implements Tile {
    public Whole {
      operands = List.copyOf(operands);
      scalars = List.copyOf(scalars);
    }
  }

  /**
   * A product of matrices, added to an accumulator: to the accumulator's element {@code [i, j]} the
   * products of row i of the left and column j of the right are added in ascending order, each with
   * one rounding where there is any.
   *
   * @param accumulator of the result's box, or stretched to it
   * @param left {@code [M, K]}, or {@code [K, M]} where it is transposed; a variable, a load, a
   *     load that is converted, or a fill
   * @param leftTransposed whether rows and columns of the left are exchanged first
   * @param right {@code [K, N]}, or {@code [N, K]} where it is transposed; a variable, a load, a
   *     load that is converted, or a fill
   * @param rightTransposed whether rows and columns of the right are exchanged first
   * @param type {@code [M, N]}
   */
  record Matmul(
      Tile accumulator,
      Tile left,
      boolean leftTransposed,
      Tile right,
      boolean rightTransposed,
      TileType type)
      implements Tile {}

  /** What a reduction folds. */
  enum Axis {
    /** The columns of each row: {@code [M, N] -> [M, 1]}. */
    ROW,
    /** The rows of each column: {@code [M, N] -> [1, N]}. */
    COLUMN
  }
}
