package dev.smalti.runtime.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Elements of a window under other axes than the window has: one behind the other, in the order of
 * both.
 *
 * @param whole the extents of the window
 * @param start the first of the elements, counted from the first of the window
 * @param shape the extents under which they are seen
 */
public record Reshape(List<Long> whole, long start, List<Long> shape) {
  /** Copies the lists. */
  public Reshape {
    whole = List.copyOf(whole);
    shape = List.copyOf(shape);
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
   * A box in the axes of the window.
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
    long first = at + from[axis] * stride(shape, axis);
    if (axis == last) {
      range(0, first, first + run, new long[whole.size()], boxes);
      return;
    }
    for (long i = 0; i < extent[axis]; i++) {
      runs(from, extent, axis + 1, last, first + i * stride(shape, axis), run, boxes);
    }
  }

  /** The elements from {@code from} up to {@code to}, counted inside of the axes from this one. */
  private void range(int axis, long from, long to, long[] at, List<Box> boxes) {
    long inner = stride(whole, axis);
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
    long[] at = new long[whole.size()];
    long[] extent = new long[whole.size()];
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
