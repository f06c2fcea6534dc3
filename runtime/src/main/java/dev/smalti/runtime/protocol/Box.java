package dev.smalti.runtime.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * A rectangle of a window, in elements; or some bytes of one element, with an axis more.
 *
 * @param from the first element of each axis, at least 0
 * @param extent how many elements of each axis, at least 1, one entry for each of {@code from}
 */
public record Box(List<Long> from, List<Long> extent) {
  /** Checks that both lists name the same axes, and that no axis is empty. */
  public Box {
    from = List.copyOf(from);
    extent = List.copyOf(extent);
    if (from.size() != extent.size()) {
      throw new IllegalArgumentException(
          "a box needs one extent for each axis; from = " + from + ", extent = " + extent);
    }
    for (int axis = 0; axis < extent.size(); axis++) {
      if (extent.get(axis) < 1) {
        throw new IllegalArgumentException(
            "axis " + axis + " of a box is empty; from = " + from + ", extent = " + extent);
      }
    }
  }

  /**
   * A box from plain arrays, which are copied.
   *
   * @param from the first element of each axis
   * @param extent how many elements of each axis
   * @return the box
   */
  public static Box of(long[] from, long[] extent) {
    return new Box(boxed(from), boxed(extent));
  }

  /**
   * Whether both boxes have an element in common, or bytes of one. A box of fewer axes has all that
   * is along the others.
   *
   * @param other a box of the same window
   * @return whether they overlap
   */
  public boolean overlaps(Box other) {
    for (int axis = 0; axis < Math.min(from.size(), other.from.size()); axis++) {
      long mine = from.get(axis);
      long theirs = other.from.get(axis);
      if (mine + extent.get(axis) <= theirs || theirs + other.extent.get(axis) <= mine) {
        return false;
      }
    }
    return true;
  }

  private static List<Long> boxed(long[] values) {
    List<Long> list = new ArrayList<>(values.length);
    for (long value : values) {
      list.add(value);
    }
    return list;
  }
}
