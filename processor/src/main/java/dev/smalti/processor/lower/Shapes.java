package dev.smalti.processor.lower;

import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.TileTypes;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Shapes of operands and regions: what fits, and what to say when it does not. */
final class Shapes {
  private Shapes() {}

  /** {@code [1, 256]}, or {@code [32, n] valid [m, n]}. */
  static String text(TileType type) {
    String shape = "[" + type.rows() + ", " + type.columns() + "]";
    return type.isFullyValid()
        ? shape
        : shape + " valid [" + type.validRows() + ", " + type.validColumns() + "]";
  }

  static String text(List<Dim> shape) {
    return shape.stream().map(Dim::toString).collect(Collectors.joining(", ", "[", "]"));
  }

  /**
   * The box of an element-wise result; an axis of one valid element stretches.
   *
   * @return a type with the element type of {@code left}
   */
  static TileType stretch(Frame frame, Tile left, Tile right, Tree at) {
    TileType a = left.type();
    TileType b = right.type();
    Optional<Dim[]> rows = axis(a.rows(), a.validRows(), b.rows(), b.validRows());
    Optional<Dim[]> columns = axis(a.columns(), a.validColumns(), b.columns(), b.validColumns());
    if (rows.isEmpty() || columns.isEmpty()) {
      throw differ(frame, left, right, at);
    }
    Dim[] r = rows.get();
    Dim[] c = columns.get();
    return new TileType(a.element(), r[0], c[0], r[1], c[1]);
  }

  /** Extent and valid extent of one axis of the result. */
  private static Optional<Dim[]> axis(Dim a, Dim validA, Dim b, Dim validB) {
    if (TileTypes.stretches(a, validA)) {
      return Optional.of(new Dim[] {b, validB});
    }
    boolean same = a.equals(b) && validA.equals(validB);
    return same || TileTypes.stretches(b, validB)
        ? Optional.of(new Dim[] {a, validA})
        : Optional.empty();
  }

  private static Rejected differ(Frame frame, Tile left, Tile right, Tree at) {
    boolean shapes =
        axis(left.type().rows(), Dim.ONE, right.type().rows(), Dim.ONE).isPresent()
            && axis(left.type().columns(), Dim.ONE, right.type().columns(), Dim.ONE).isPresent();
    List<String> details = new ArrayList<>();
    history(frame, left).ifPresent(details::add);
    history(frame, right).ifPresent(details::add);
    details.add(
        shapes
            ? "Load both with the same valid extents."
            : "Make the extents equal; only a constant extent of 1 stretches. Extents that are"
                + " equal at run time have the same symbol in @Shape.");
    return frame.error(
        shapes ? Code.BOXES_DIFFER : Code.SHAPES_DIFFER,
        at,
        (shapes ? "valid boxes differ: " : "shapes differ: ")
            + name(left, "the left operand")
            + " is "
            + text(left.type())
            + ", "
            + name(right, "the right operand")
            + " is "
            + text(right.type()),
        details.toArray(String[]::new));
  }

  private static String name(Tile tile, String otherwise) {
    return tile instanceof Tile.Ref ref ? ref.variable().name() : otherwise;
  }

  private static Optional<String> history(Frame frame, Tile tile) {
    return tile instanceof Tile.Ref ref
        ? Optional.ofNullable(frame.lowering.history.get(ref.variable()))
            .map(text -> ref.variable().name() + " " + text + ".")
        : Optional.empty();
  }

  /** Refuses a region that lies outside whatever the run-time values are. */
  static void checkInside(
      Frame frame,
      String memory,
      List<Dim> bounds,
      List<Scalar> offsets,
      List<Dim> extents,
      Tree at) {
    if (offsets.size() != bounds.size() || extents.size() != bounds.size()) {
      int given = offsets.size() == bounds.size() ? extents.size() : offsets.size();
      throw frame.error(
          Code.AXES_DIFFER,
          at,
          memory + " has " + axes(bounds.size()) + ", the position or extent has " + given,
          "Give one entry an axis: " + memory + " is " + text(bounds) + ".");
    }
    for (int axis = 0; axis < bounds.size(); axis++) {
      Optional<Dim> offset = frame.lowering.dimOf(offsets.get(axis));
      if (offset.isPresent()) {
        Dim end = offset.get().plus(extents.get(axis));
        boolean before = isNegative(offset.get());
        boolean beyond = isNegative(bounds.get(axis).minus(end));
        if (before || beyond) {
          throw frame.error(
              Code.OUT_OF_BOUNDS,
              at,
              "axis "
                  + axis
                  + " of "
                  + memory
                  + " is "
                  + bounds.get(axis)
                  + ", the region is ["
                  + offset.get()
                  + ", "
                  + end
                  + ")",
              "Keep the region inside; load(at, shape, valid) reads a ragged edge.");
        }
      }
    }
  }

  /** {@code "1 axis"}, {@code "2 axes"}. */
  static String axes(int count) {
    return count + (count == 1 ? " axis" : " axes");
  }

  private static boolean isNegative(Dim dim) {
    return dim.constant().isPresent() && dim.constant().getAsLong() < 0;
  }

  /** Refuses extents that are known not to be positive. */
  static void checkPositive(Frame frame, List<Dim> extents, long least, Tree at) {
    for (Dim extent : extents) {
      Optional<String> wrong = outOfRange(extent, least);
      if (wrong.isPresent()) {
        throw frame.error(
            Code.EXTENT_NOT_POSITIVE,
            at,
            wrong.get(),
            "Every extent is a positive int; only a signal may have none.");
      }
    }
  }

  /** What is wrong with an extent whose value is known. */
  static Optional<String> outOfRange(Dim extent, long least) {
    OptionalLong value = extent.constant();
    if (value.isPresent() && value.getAsLong() < least) {
      return Optional.of("an extent is " + extent + ", at least " + least + " is needed");
    }
    return value.isPresent() && value.getAsLong() > Integer.MAX_VALUE
        ? Optional.of("an extent is " + extent + ", at most " + Integer.MAX_VALUE + " is possible")
        : Optional.empty();
  }

  /** The tile that a box of memory becomes: leading axes flattened into rows. */
  static TileType tile(
      Frame frame,
      dev.smalti.processor.ir.ElementType element,
      List<Dim> shape,
      List<Dim> valid,
      Tree at) {
    return new TileType(
        element, rows(frame, shape, at), shape.getLast(), rows(frame, valid, at), valid.getLast());
  }

  private static Dim rows(Frame frame, List<Dim> shape, Tree at) {
    try {
      Dim rows = Dim.ONE;
      for (Dim extent : shape.subList(0, shape.size() - 1)) {
        rows = rows.times(extent);
      }
      if (outOfRange(rows, 0).isEmpty()) {
        return rows;
      }
    } catch (ArithmeticException overflow) {
      // more than a long counts
    }
    throw frame.error(
        Code.EXTENT_NOT_POSITIVE,
        at,
        "the leading axes of " + text(shape) + " are more rows than an int counts",
        "Work in blocks.");
  }
}
