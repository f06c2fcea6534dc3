package dev.smalti.lang;

import dev.smalti.lang.reference.Arithmetic;
import dev.smalti.lang.reference.Philox;
import dev.smalti.lang.reference.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;

/** What functions of whole tiles make of grids: elements in other places. */
final class Arrangement {
  private Arrangement() {}

  /** The element at a place of the result. */
  private interface Elements<E> {
    E at(int row, int column);
  }

  private static <E> Grid<E> grid(
      Arithmetic<E> arithmetic, Grid.Bounds bounds, Elements<E> elements) {
    List<E> result = new ArrayList<>(bounds.count());
    for (int row = 0; row < bounds.validRows(); row++) {
      for (int column = 0; column < bounds.validColumns(); column++) {
        result.add(elements.at(row, column));
      }
    }
    return Grid.of(arithmetic, bounds, result);
  }

  static Grid.Bounds whole(String what, Extent shape) {
    if (shape.axes() != 2) {
      throw new IllegalArgumentException(
          "shape" + shape + " has " + shape.axes() + " axes; " + what + " takes rows and columns");
    }
    return Grid.Bounds.of(shape.toArray(), shape.toArray());
  }

  static <E> Grid<E> transposed(Grid<E> grid) {
    Grid.Bounds b = grid.bounds();
    Grid.Bounds swapped = new Grid.Bounds(b.columns(), b.rows(), b.validColumns(), b.validRows());
    return grid(grid.arithmetic(), swapped, (row, column) -> grid.at(column, row));
  }

  /**
   * A product of matrices added to an accumulator: the products of a row and a column in ascending
   * order.
   */
  static <E> Grid<E> product(Grid<E> accumulator, Grid<E> left, Grid<E> right) {
    Grid.Bounds a = left.bounds();
    Grid.Bounds b = right.bounds();
    if (a.columns() != b.rows() || a.validColumns() != b.validRows()) {
      throw new IllegalArgumentException(
          "the product of "
              + a
              + " and "
              + b
              + ": the columns of the first are the rows of the"
              + " second");
    }
    Grid.Bounds product = new Grid.Bounds(a.rows(), b.columns(), a.validRows(), b.validColumns());
    Grid.Bounds bounds = Grid.Bounds.stretch(product, accumulator.bounds());
    if (!bounds.equals(product)) {
      throw new IllegalArgumentException(
          "the accumulator " + accumulator.bounds() + " of a product " + product);
    }
    Arithmetic<E> arithmetic = accumulator.arithmetic();
    return grid(
        arithmetic,
        bounds,
        (row, column) -> {
          E sum = accumulator.stretched(row, column);
          for (int k = 0; k < a.validColumns(); k++) {
            sum = arithmetic.multiplyAdd(left.at(row, k), right.at(k, column), sum);
          }
          return sum;
        });
  }

  static <E> Grid<E> reshaped(Grid<E> grid, Extent shape) {
    Grid.Bounds bounds = whole("reshape", shape);
    Grid.Bounds from = grid.bounds();
    if (from.count() != from.rows() * from.columns() || from.count() != bounds.count()) {
      throw new IllegalArgumentException(
          "a tile "
              + from
              + " cannot become "
              + bounds
              + "; every element is valid and there are as many");
    }
    return Grid.of(grid.arithmetic(), bounds, grid.elements());
  }

  static <E> Grid<E> slice(Grid<E> grid, Index at, Extent shape) {
    Grid.Bounds bounds = whole("slice", shape);
    checkInside(at, bounds, grid.bounds());
    int top = (int) at.coordinate(0);
    int left = (int) at.coordinate(1);
    return grid(grid.arithmetic(), bounds, (row, column) -> grid.at(top + row, left + column));
  }

  private static void checkInside(Index at, Grid.Bounds part, Grid.Bounds whole) {
    if (at.axes() != 2) {
      throw new IllegalArgumentException("at" + at + " of a tile has a row and a column");
    }
    boolean rows = fits(at.coordinate(0), part.validRows(), whole.validRows());
    boolean columns = fits(at.coordinate(1), part.validColumns(), whole.validColumns());
    if (!rows || !columns) {
      throw new IndexOutOfBoundsException(
          "the box " + part + " at " + at + " leaves the valid box of the tile " + whole);
    }
  }

  private static boolean fits(long at, int extent, int bound) {
    return at >= 0 && at <= bound - extent;
  }

  static <E> Grid<E> concat(Grid<E> left, Grid<E> right) {
    Grid.Bounds a = left.bounds();
    Grid.Bounds b = right.bounds();
    if (a.rows() != b.rows() || a.validRows() != b.validRows() || a.columns() != a.validColumns()) {
      throw new IllegalArgumentException(
          "the columns of "
              + b
              + " cannot stand behind those of "
              + a
              + "; both have the same rows, and every column of the first is valid");
    }
    Grid.Bounds bounds =
        new Grid.Bounds(
            a.rows(), a.columns() + b.columns(), a.validRows(), a.columns() + b.validColumns());
    return grid(
        left.arithmetic(),
        bounds,
        (row, column) ->
            column < a.columns() ? left.at(row, column) : right.at(row, column - a.columns()));
  }

  static <E> Grid<E> assembled(Grid<E> grid, Grid<E> part, Index at) {
    checkInside(at, part.bounds(), grid.bounds());
    long top = at.coordinate(0);
    long left = at.coordinate(1);
    Grid.Bounds box = part.bounds();
    return grid(
        grid.arithmetic(),
        grid.bounds(),
        (row, column) -> {
          long i = row - top;
          long j = column - left;
          boolean inside = i >= 0 && i < box.validRows() && j >= 0 && j < box.validColumns();
          return inside ? part.at((int) i, (int) j) : grid.at(row, column);
        });
  }

  static <E> Grid<E> padded(Grid<E> grid, Grid.Bounds bounds, E padding) {
    Grid.Bounds box = grid.bounds();
    if (box.validRows() > bounds.rows() || box.validColumns() > bounds.columns()) {
      throw new IllegalArgumentException(
          "a tile " + box + " does not fit " + bounds + "; pad to at least its valid box");
    }
    return grid(
        grid.arithmetic(),
        bounds,
        (row, column) ->
            row < box.validRows() && column < box.validColumns() ? grid.at(row, column) : padding);
  }

  static <E> Grid<E> narrowed(Grid<E> grid, Extent valid) {
    Grid.Bounds box = grid.bounds();
    boolean fits =
        valid.axes() == 2
            && valid.extent(0) <= box.validRows()
            && valid.extent(1) <= box.validColumns();
    if (!fits) {
      throw new IllegalArgumentException(
          "the valid box " + valid + " is not inside that of the tile " + box);
    }
    Grid.Bounds bounds =
        new Grid.Bounds(box.rows(), box.columns(), (int) valid.extent(0), (int) valid.extent(1));
    return grid(grid.arithmetic(), bounds, grid::at);
  }

  // ---- numbers that come from nowhere

  static <E> Grid<E> counted(Arithmetic<E> arithmetic, Extent shape, long start) {
    E first = arithmetic.scalar(start);
    Grid.Bounds bounds = whole("iota", shape);
    return grid(
        arithmetic,
        bounds,
        (row, column) -> arithmetic.add(first, arithmetic.cast(row * bounds.columns() + column)));
  }

  static Grid<Boolean> lower(Extent shape, int diagonal) {
    return grid(
        Arithmetic.bool(), whole("lower", shape), (row, column) -> column <= (long) row + diagonal);
  }

  static Grid<Boolean> upper(Extent shape, int diagonal) {
    return grid(
        Arithmetic.bool(), whole("upper", shape), (row, column) -> column >= (long) row + diagonal);
  }

  static Grid<Integer> random(Extent shape, long key, long counter) {
    Grid.Bounds bounds = whole("randomBits", shape);
    return grid(
        Arithmetic.i32(),
        bounds,
        (row, column) -> {
          int position = row * bounds.columns() + column;
          return Philox.bits(key, counter + position / 4, position % 4);
        });
  }

  // ---- places of elements

  static <E> Grid<Integer> rowPlaces(Grid<E> grid, boolean greatest) {
    Grid.Bounds box = grid.bounds();
    checkNotEmpty(box);
    Grid.Bounds bounds = new Grid.Bounds(box.rows(), 1, box.validRows(), 1);
    return grid(
        Arithmetic.i32(),
        bounds,
        (row, _) -> Ranking.first(row(grid, row), order(grid.arithmetic(), greatest)));
  }

  static <E> Grid<Integer> columnPlaces(Grid<E> grid, boolean greatest) {
    Grid.Bounds box = grid.bounds();
    checkNotEmpty(box);
    Grid.Bounds bounds = new Grid.Bounds(1, box.columns(), 1, box.validColumns());
    return grid(
        Arithmetic.i32(),
        bounds,
        (_, column) ->
            Ranking.first(
                list(box.validRows(), row -> grid.at(row, column)),
                order(grid.arithmetic(), greatest)));
  }

  private static <E> BiPredicate<E, E> order(Arithmetic<E> arithmetic, boolean greatest) {
    return greatest
        ? (a, b) -> Ranking.isGreater(arithmetic, a, b)
        : (a, b) -> Ranking.isLess(arithmetic, a, b);
  }

  private static <E> List<E> row(Grid<E> grid, int row) {
    return list(grid.bounds().validColumns(), column -> grid.at(row, column));
  }

  private static <E> List<E> list(int count, IntFunction<E> element) {
    List<E> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(element.apply(i));
    }
    return list;
  }

  private static void checkNotEmpty(Grid.Bounds box) {
    if (box.count() == 0) {
      throw new IllegalArgumentException(
          "reduction over the empty valid box of a tile "
              + box
              + "; load at least one row and one column");
    }
  }

  static <E> Grid<Integer> top(Grid<E> grid, int count) {
    Grid.Bounds box = grid.bounds();
    if (count < 1 || count > box.validColumns()) {
      throw new IllegalArgumentException(
          "rowArgTop(" + count + ") of a tile " + box + "; a row has 1 to as many valid elements");
    }
    Grid.Bounds bounds = new Grid.Bounds(box.rows(), count, box.validRows(), count);
    List<Integer> places = new ArrayList<>();
    for (int row = 0; row < box.validRows(); row++) {
      places.addAll(Ranking.firsts(row(grid, row), count, order(grid.arithmetic(), true)));
    }
    return Grid.of(Arithmetic.i32(), bounds, places);
  }

  // ---- by an index

  private static int checked(Grid<Integer> index, int row, int column, int bound) {
    int value = index.at(row, column);
    if (value < 0 || value >= bound) {
      throw new IndexOutOfBoundsException(
          "element [%d, %d] of the index is %d, outside 0 to %d"
              .formatted(row, column, value, bound - 1));
    }
    return value;
  }

  private static void checkRows(String what, Grid.Bounds a, Grid.Bounds b) {
    if (a.rows() != b.rows() || a.validRows() != b.validRows()) {
      throw new IllegalArgumentException(what + ": rows of " + a + " and " + b + " differ");
    }
  }

  static <E> Grid<E> gathered(Grid<E> grid, Grid<Integer> index) {
    checkRows("gather", grid.bounds(), index.bounds());
    int bound = grid.bounds().validColumns();
    return grid(
        grid.arithmetic(),
        index.bounds(),
        (row, column) -> grid.at(row, checked(index, row, column, bound)));
  }

  static <E> Grid<E> gatheredRows(Grid<E> grid, Grid<Integer> index) {
    checkColumn("gatherRows", index.bounds());
    Grid.Bounds box = grid.bounds();
    Grid.Bounds bounds =
        new Grid.Bounds(
            index.bounds().rows(), box.columns(), index.bounds().validRows(), box.validColumns());
    return grid(
        grid.arithmetic(),
        bounds,
        (row, column) -> grid.at(checked(index, row, 0, box.validRows()), column));
  }

  private static void checkColumn(String what, Grid.Bounds index) {
    if (index.columns() != 1 || index.validColumns() != 1) {
      throw new IllegalArgumentException(
          what + ": the index is " + index + "; it has one column, an element for each row");
    }
  }

  static <E> Grid<E> scattered(Grid<E> grid, Grid<Integer> index, Grid<E> source) {
    checkRows("scatter", grid.bounds(), index.bounds());
    if (!index.bounds().equals(source.bounds())) {
      throw new IllegalArgumentException(
          "scatter: the index is "
              + index.bounds()
              + ", the source "
              + source.bounds()
              + "; each element needs its place");
    }
    int columns = grid.bounds().validColumns();
    List<E> result = new ArrayList<>(grid.elements());
    for (int row = 0; row < source.bounds().validRows(); row++) {
      for (int column = 0; column < source.bounds().validColumns(); column++) {
        int at = checked(index, row, column, columns);
        result.set(row * columns + at, source.at(row, column));
      }
    }
    return Grid.of(grid.arithmetic(), grid.bounds(), result);
  }

  static <E> Grid<E> scatteredRows(Grid<E> grid, Grid<Integer> index, Grid<E> source) {
    checkColumn("scatterRows", index.bounds());
    checkRows("scatterRows", index.bounds(), source.bounds());
    Grid.Bounds box = grid.bounds();
    if (box.columns() != source.bounds().columns()
        || box.validColumns() != source.bounds().validColumns()) {
      throw new IllegalArgumentException(
          "scatterRows: columns of " + box + " and " + source.bounds() + " differ");
    }
    List<E> result = new ArrayList<>(grid.elements());
    for (int row = 0; row < source.bounds().validRows(); row++) {
      int at = checked(index, row, 0, box.validRows());
      for (int column = 0; column < box.validColumns(); column++) {
        result.set(at * box.validColumns() + column, source.at(row, column));
      }
    }
    return Grid.of(grid.arithmetic(), box, result);
  }
}
