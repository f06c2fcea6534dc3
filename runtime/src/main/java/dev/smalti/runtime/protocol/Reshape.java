package dev.smalti.runtime.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Elements of a window under other axes than the window has: one behind the other, in the order of
 * both; perhaps of another type.
 *
 * @param whole the extents of the window
 * @param unit how many bytes an element of the window has; 1 while the elements are its own
 * @param start the first byte of the elements, counted from the first of the window
 * @param size how many bytes one of the elements has; 1 while they are those of the window
 * @param shape the extents under which they are seen
 */
public record Reshape(List<Long> whole, int unit, long start, int size, List<Long> shape) {
  /** Copies the lists. */
  public Reshape {
    whole = List.copyOf(whole);
    shape = List.copyOf(shape);
  }

  /**
   * A window as it is.
   *
   * @param whole its extents
   * @return all of its elements
   */
  public static Reshape none(List<Long> whole) {
    return new Reshape(whole, 1, 0, 1, whole);
  }

  /**
   * Some of these elements under other axes.
   *
   * @param first the first of them
   * @param extents as many as there are
   * @return the elements, seen so
   */
  public Reshape shaped(long first, List<Long> extents) {
    return new Reshape(whole, unit, start + first * size, size, extents);
  }

  /**
   * Bytes of some of these elements as elements of another type.
   *
   * @param first the first of them
   * @param bytes how many bytes one of these elements has
   * @param other how many bytes one of the other type has
   * @param extents how many there are of the other type
   * @return the bytes, seen so
   */
  public Reshape typed(long first, int bytes, int other, List<Long> extents) {
    int scale = bytes / size;
    return new Reshape(whole, unit * scale, start * scale + first * bytes, other, extents);
  }

  /**
   * Whether the first byte is a multiple of the size of an element.
   *
   * @return whether elements of this size may be there
   */
  public boolean isAligned() {
    return start % size == 0;
  }

  /**
   * How many bytes elements have.
   *
   * @param extents how many there are on each axis
   * @param size how many bytes one of them has
   * @return the product; empty if a long cannot count them
   */
  public static OptionalLong bytes(long[] extents, int size) {
    try {
      long bytes = size;
      for (long extent : extents) {
        bytes = Math.multiplyExact(bytes, extent);
      }
      return OptionalLong.of(bytes);
    } catch (ArithmeticException overflow) {
      return OptionalLong.empty();
    }
  }

  /**
   * Where the elements of a box begin, if they lie one behind the other.
   *
   * @param whole the extents in which the box lies
   * @param from its first element of each axis
   * @param extent how many elements of each axis
   * @return how many elements are before it; empty if there are others between its own
   */
  public static OptionalLong start(long[] whole, long[] from, long[] extent) {
    long start = 0;
    boolean several = false;
    for (int axis = 0; axis < whole.length; axis++) {
      if (several && extent[axis] != whole[axis]) {
        return OptionalLong.empty();
      }
      several |= extent[axis] > 1;
      start = start * whole[axis] + from[axis];
    }
    return OptionalLong.of(start);
  }

  /**
   * A box in the axes of the window. A part of an element has one axis more, of its bytes.
   *
   * @param from the first element of each axis of {@code shape}
   * @param extent how many elements of each, at least 1
   * @return boxes that share no element and have together those of the box, first ones first
   */
  public List<Box> boxes(long[] from, long[] extent) {
    int axis = shape.size() - 1;
    long run = extent[axis];
    while (axis > 0 && extent[axis] == shape.get(axis)) {
      run *= extent[--axis];
    }
    List<Box> boxes = new ArrayList<>();
    runs(from, extent, 0, axis, start, run, boxes);
    return boxes;
  }

  /** Every run of elements that lie one behind the other; {@code last} is the axis it begins in. */
  private void runs(
      long[] from, long[] extent, int axis, int last, long at, long run, List<Box> boxes) {
    long stride = stride(shape, axis) * size;
    long first = at + from[axis] * stride;
    if (axis == last) {
      range(0, first, first + run * size, new long[whole.size() + 1], boxes);
      return;
    }
    for (long i = 0; i < extent[axis]; i++) {
      runs(from, extent, axis + 1, last, first + i * stride, run, boxes);
    }
  }

  /** The bytes from {@code from} up to {@code to}, counted inside of the axes from this one. */
  private void range(int axis, long from, long to, long[] at, List<Box> boxes) {
    long inner = axis == whole.size() ? 1 : stride(whole, axis) * unit;
    if (from % inner != 0 || from + inner > to) {
      long end = Math.min(to, (from / inner + 1) * inner);
      at[axis] = from / inner;
      range(axis + 1, from % inner, end - at[axis] * inner, at, boxes);
      if (end < to) {
        range(axis, end, to, at, boxes);
      }
      return;
    }
    boxes.add(rows(axis, from / inner, to / inner, at));
    if (to % inner != 0) {
      at[axis] = to / inner;
      range(axis + 1, 0, to % inner, at, boxes);
    }
  }

  private Box rows(int axis, long from, long to, long[] outer) {
    int axes = axis == whole.size() ? axis + 1 : whole.size();
    long[] at = new long[axes];
    long[] extent = new long[axes];
    for (int i = 0; i < at.length; i++) {
      at[i] = i < axis ? outer[i] : i == axis ? from : 0;
      extent[i] = i < axis ? 1 : i == axis ? to - from : whole.get(i);
    }
    return Box.of(at, extent);
  }

  private static long stride(List<Long> extents, int axis) {
    long stride = 1;
    for (long extent : extents.subList(axis + 1, extents.size())) {
      stride *= extent;
    }
    return stride;
  }
}
