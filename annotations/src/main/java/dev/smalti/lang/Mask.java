package dev.smalti.lang;

import dev.smalti.lang.reference.Arithmetic;

/**
 * Truth values of {@code [rows, columns]}: the result of a comparison of tiles. Only a mask
 * selects.
 *
 * <p>Shapes and valid boxes of operands follow the rules of {@link Tile}.
 */
public final class Mask {
  private final Grid<Boolean> grid;

  Mask(Grid<Boolean> grid) {
    this.grid = grid;
  }

  /**
   * Where both hold.
   *
   * @param other the other mask; an extent of 1 on either side is stretched
   * @return the mask
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Mask and(Mask other) {
    return new Mask(grid.zip(other.grid, Arithmetic.bool(), (a, b) -> a && b));
  }

  /**
   * Where at least one holds.
   *
   * @param other the other mask; an extent of 1 on either side is stretched
   * @return the mask
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Mask or(Mask other) {
    return new Mask(grid.zip(other.grid, Arithmetic.bool(), (a, b) -> a || b));
  }

  /**
   * Where exactly one holds.
   *
   * @param other the other mask; an extent of 1 on either side is stretched
   * @return the mask
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public Mask xor(Mask other) {
    return new Mask(grid.zip(other.grid, Arithmetic.bool(), (a, b) -> !a.equals(b)));
  }

  /**
   * Where this does not hold.
   *
   * @return the mask
   */
  public Mask not() {
    return new Mask(grid.map(a -> !a));
  }

  /**
   * {@code this ? yes : no}, element by element. Each element is copied as it is, a NaN of the side
   * that is not chosen has no effect.
   *
   * @param <T> the element type
   * @param yes what is taken where this holds; an extent of 1 is stretched
   * @param no what is taken elsewhere; an extent of 1 is stretched
   * @return the tile
   * @throws IllegalArgumentException if shapes or valid boxes differ
   */
  public <T extends DType> Tile<T> select(Tile<T> yes, Tile<T> no) {
    return new Tile<>(yes.dtype(), selected(yes.grid(), no.grid()));
  }

  private <E> Grid<E> selected(Grid<E> yes, Grid<?> no) {
    return Grid.select(grid, yes, yes.same(no));
  }

  /**
   * Whether at least one element of each row holds, {@code [M, N] -> [M, 1]}, over exactly the
   * valid box.
   *
   * @return the mask
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Mask rowAny() {
    return new Mask(grid.foldRows((a, b) -> a || b));
  }

  /**
   * Whether every element of each row holds, {@code [M, N] -> [M, 1]}, over exactly the valid box.
   *
   * @return the mask
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Mask rowAll() {
    return new Mask(grid.foldRows((a, b) -> a && b));
  }

  /**
   * Whether at least one element of each column holds, {@code [M, N] -> [1, N]}, over exactly the
   * valid box.
   *
   * @return the mask
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Mask colAny() {
    return new Mask(grid.foldColumns((a, b) -> a || b));
  }

  /**
   * Whether every element of each column holds, {@code [M, N] -> [1, N]}, over exactly the valid
   * box.
   *
   * @return the mask
   * @throws IllegalArgumentException if the valid box is empty
   */
  public Mask colAll() {
    return new Mask(grid.foldColumns((a, b) -> a && b));
  }

  /**
   * Where the column is at most the row and a diagonal: {@code j <= i + diagonal}.
   *
   * @param shape rows and columns
   * @param diagonal 0 for the main diagonal, more for one that is further right
   * @return the mask
   */
  public static Mask lower(Extent shape, int diagonal) {
    return new Mask(Arrangement.lower(shape, diagonal));
  }

  /**
   * Where the column is at least the row and a diagonal: {@code j >= i + diagonal}.
   *
   * @param shape rows and columns
   * @param diagonal 0 for the main diagonal, more for one that is further right
   * @return the mask
   */
  public static Mask upper(Extent shape, int diagonal) {
    return new Mask(Arrangement.upper(shape, diagonal));
  }

  /**
   * 1 where this holds, 0 elsewhere.
   *
   * @param <T> the element type
   * @param dtype the element type; with {@code BOOL} the mask can be stored
   * @return the tile
   */
  public <T extends DType> Tile<T> cast(T dtype) {
    return new Tile<>(dtype, grid.cast(dtype.arithmetic()));
  }

  /** The shape and the first elements, for debuggers. */
  @Override
  public String toString() {
    return "mask " + grid.bounds() + " " + grid.elements().stream().limit(16).toList();
  }
}
