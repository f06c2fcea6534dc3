package dev.smalti.lang;

import dev.smalti.lang.reference.Arithmetic;
import dev.smalti.lang.reference.Strands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The elements of a tile or a mask: the valid box, row after row, and the shape around it. Elements
 * outside the valid box do not exist, so nothing can read them.
 *
 * @param <E> the Java type of an element
 */
final class Grid<E> {
  private final Arithmetic<E> arithmetic;
  private final Bounds bounds;
  private final List<E> elements;

  private Grid(Arithmetic<E> arithmetic, Bounds bounds, List<E> elements) {
    this.arithmetic = arithmetic;
    this.bounds = bounds;
    this.elements = elements;
  }

  /** The shape of a tile and its valid box. */
  record Bounds(int rows, int columns, int validRows, int validColumns) {
    /** A box of memory as a tile: leading axes are flattened into rows. */
    static Bounds of(long[] shape, long[] valid) {
      Shapes.positive("the shape of a tile ", shape);
      Shapes.checkRank(
          "the shape " + Shapes.text(shape),
          shape,
          "the valid box ",
          Shapes.text(valid),
          valid.length);
      for (int axis = 0; axis < shape.length; axis++) {
        if (valid[axis] < 0 || valid[axis] > shape[axis]) {
          throw new IllegalArgumentException(
              "the valid box "
                  + Shapes.text(valid)
                  + " is not inside the shape "
                  + Shapes.text(shape)
                  + " on axis "
                  + axis
                  + "; it starts at the origin");
        }
      }
      if (Shapes.count("the shape of a tile ", shape) > Integer.MAX_VALUE - 8) {
        throw new IllegalArgumentException(
            "a tile of " + Shapes.text(shape) + " is too large; load it in blocks");
      }
      int last = shape.length - 1;
      return new Bounds(rows(shape), (int) shape[last], rows(valid), (int) valid[last]);
    }

    private static int rows(long[] box) {
      long rows = 1;
      for (int axis = 0; axis < box.length - 1; axis++) {
        rows *= box[axis];
      }
      return (int) rows;
    }

    /** The bounds of a binary operation, an extent of 1 being stretched. */
    static Bounds stretch(Bounds a, Bounds b) {
      boolean rows = fits(a.rows, a.validRows, b.rows, b.validRows);
      boolean columns = fits(a.columns, a.validColumns, b.columns, b.validColumns);
      if (!rows || !columns) {
        boolean shapes =
            (a.rows == b.rows || a.rows == 1 || b.rows == 1)
                && (a.columns == b.columns || a.columns == 1 || b.columns == 1);
        throw new IllegalArgumentException(
            (shapes ? "valid boxes differ: " : "shapes differ: ")
                + a
                + " and "
                + b
                + "; only an extent of 1 is stretched");
      }
      Bounds tall = stretches(a.rows, a.validRows) ? b : a;
      Bounds wide = stretches(a.columns, a.validColumns) ? b : a;
      return new Bounds(tall.rows, wide.columns, tall.validRows, wide.validColumns);
    }

    private static boolean fits(int a, int validA, int b, int validB) {
      return (a == b && validA == validB) || stretches(a, validA) || stretches(b, validB);
    }

    /** Of one element that is valid, every element of another operand has its own. */
    private static boolean stretches(int extent, int valid) {
      return extent == 1 && valid == 1;
    }

    int count() {
      return validRows * validColumns;
    }

    /** The same shape, every element valid. */
    Bounds whole() {
      return new Bounds(rows, columns, rows, columns);
    }

    @Override
    public String toString() {
      return "["
          + rows
          + ", "
          + columns
          + "]"
          + (rows == validRows && columns == validColumns
              ? ""
              : " valid [" + validRows + ", " + validColumns + "]");
    }
  }

  static <E> Grid<E> of(Arithmetic<E> arithmetic, Bounds bounds, List<E> elements) {
    return new Grid<>(arithmetic, bounds, elements);
  }

  /** A grid of elements that are known to be of the arithmetic's type. */
  @SuppressWarnings("unchecked")
  static <E> Grid<E> ofObjects(Arithmetic<E> arithmetic, Bounds bounds, List<Object> elements) {
    return new Grid<>(arithmetic, bounds, (List<E>) (List<?>) elements);
  }

  static <E> Grid<E> fill(Arithmetic<E> arithmetic, Bounds bounds, E element) {
    return new Grid<>(arithmetic, bounds, Collections.nCopies(bounds.count(), element));
  }

  /** The sum of two elements that are known to be of the arithmetic's type. */
  @SuppressWarnings("unchecked")
  static <E> E sum(Arithmetic<E> arithmetic, Object a, Object b) {
    return arithmetic.add((E) a, (E) b);
  }

  Arithmetic<E> arithmetic() {
    return arithmetic;
  }

  Bounds bounds() {
    return bounds;
  }

  /** The elements of the valid box, row after row. */
  List<E> elements() {
    return elements;
  }

  /** The element at a place of the valid box. */
  E at(int row, int column) {
    return elements.get(row * bounds.validColumns + column);
  }

  /** The element that is at a place of a grid to which this one is stretched. */
  E stretched(int row, int column) {
    return elements.get(
        (bounds.rows == 1 ? 0 : row) * bounds.validColumns + (bounds.columns == 1 ? 0 : column));
  }

  /** The other grid, which has elements of this one's type, or an error. */
  @SuppressWarnings("unchecked")
  Grid<E> same(Grid<?> other) {
    if (other.arithmetic != arithmetic) {
      throw new IllegalArgumentException(
          "element types differ: "
              + arithmetic
              + " and "
              + other.arithmetic
              + "; cast one of them");
    }
    return (Grid<E>) other;
  }

  Grid<E> map(Function<E, E> operation) {
    List<E> result = new ArrayList<>(elements.size());
    for (E element : elements) {
      result.add(operation.apply(element));
    }
    return new Grid<>(arithmetic, bounds, result);
  }

  <R> Grid<R> zip(Grid<E> other, Arithmetic<R> to, BiFunction<E, E, R> operation) {
    Bounds box = Bounds.stretch(bounds, other.bounds);
    List<R> result = new ArrayList<>(box.count());
    for (int row = 0; row < box.validRows; row++) {
      for (int column = 0; column < box.validColumns; column++) {
        result.add(operation.apply(stretched(row, column), other.stretched(row, column)));
      }
    }
    return new Grid<>(to, box, result);
  }

  Grid<E> fma(Grid<E> factor, Grid<E> addend) {
    Bounds box = Bounds.stretch(Bounds.stretch(bounds, factor.bounds), addend.bounds);
    List<E> result = new ArrayList<>(box.count());
    for (int row = 0; row < box.validRows; row++) {
      for (int column = 0; column < box.validColumns; column++) {
        result.add(
            arithmetic.fma(
                stretched(row, column),
                factor.stretched(row, column),
                addend.stretched(row, column)));
      }
    }
    return new Grid<>(arithmetic, box, result);
  }

  static <E> Grid<E> select(Grid<Boolean> mask, Grid<E> yes, Grid<E> no) {
    Bounds box = Bounds.stretch(Bounds.stretch(mask.bounds, yes.bounds), no.bounds);
    List<E> result = new ArrayList<>(box.count());
    for (int row = 0; row < box.validRows; row++) {
      for (int column = 0; column < box.validColumns; column++) {
        Grid<E> chosen = mask.stretched(row, column) ? yes : no;
        result.add(chosen.stretched(row, column));
      }
    }
    return new Grid<>(yes.arithmetic, box, result);
  }

  <R> Grid<R> cast(Arithmetic<R> to) {
    List<R> result = new ArrayList<>(elements.size());
    for (E element : elements) {
      result.add(to.cast(element));
    }
    return new Grid<>(to, bounds, result);
  }

  <R> Grid<R> cast(RoundedCast cast, Arithmetic<R> to) {
    List<R> result = new ArrayList<>(elements.size());
    for (E element : elements) {
      result.add(RoundedCast.cast(cast, element, to));
    }
    return new Grid<>(to, bounds, result);
  }

  /** Folds each row. */
  Grid<E> foldRows(BinaryOperator<E> operation) {
    checkNotEmpty();
    List<E> result = new ArrayList<>(bounds.validRows);
    for (int row = 0; row < bounds.validRows; row++) {
      int start = row * bounds.validColumns;
      result.add(Strands.row(bounds.validColumns, i -> elements.get(start + i), operation));
    }
    return new Grid<>(arithmetic, new Bounds(bounds.rows, 1, bounds.validRows, 1), result);
  }

  /** Folds each column. */
  Grid<E> foldColumns(BinaryOperator<E> operation) {
    checkNotEmpty();
    List<E> result = new ArrayList<>(bounds.validColumns);
    for (int column = 0; column < bounds.validColumns; column++) {
      int start = column;
      result.add(
          Strands.column(
              bounds.validRows, row -> elements.get(row * bounds.validColumns + start), operation));
    }
    return new Grid<>(arithmetic, new Bounds(1, bounds.columns, 1, bounds.validColumns), result);
  }

  private void checkNotEmpty() {
    if (bounds.count() == 0) {
      throw new IllegalArgumentException(
          "reduction over the empty valid box of a tile "
              + bounds
              + "; load at least one row and one column");
    }
  }
}
