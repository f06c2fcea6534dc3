package dev.smalti.lang;

import java.util.Arrays;

/** The arithmetic of extents and positions, with the errors that name them. */
final class Shapes {
  static final int MOST_AXES = 5;

  private Shapes() {}

  static String text(long[] values) {
    return Arrays.toString(values);
  }

  static void checkAxes(String what, long[] extents) {
    if (extents.length < 1 || extents.length > MOST_AXES) {
      throw new IllegalArgumentException(
          what
              + text(extents)
              + " has "
              + extents.length
              + " axes; 1 to "
              + MOST_AXES
              + " are possible"
              + (extents.length == 0 ? "" : ", flatten leading ones"));
    }
  }

  /** A copy of a shape that memory or a tile can have: every extent at least 1. */
  static long[] positive(String what, long[] extents) {
    checkAxes(what, extents);
    for (int axis = 0; axis < extents.length; axis++) {
      if (extents[axis] < 1) {
        throw new IllegalArgumentException(
            what
                + text(extents)
                + ": axis "
                + axis
                + " has extent "
                + extents[axis]
                + ", at least 1 is needed; only a signal may have an extent of 0");
      }
    }
    count(what, extents);
    return extents.clone();
  }

  /** How many elements; an error if a long cannot hold it. */
  static long count(String what, long[] extents) {
    long count = 1;
    for (long extent : extents) {
      try {
        count = Math.multiplyExact(count, extent);
      } catch (ArithmeticException overflow) {
        throw new IllegalArgumentException(
            what + text(extents) + " has more elements than a long can count", overflow);
      }
    }
    return count;
  }

  /** Distances in elements between neighbours of a dense row-major shape. */
  static long[] strides(long[] extents) {
    long[] strides = new long[extents.length];
    long stride = 1;
    for (int axis = extents.length - 1; axis >= 0; axis--) {
      strides[axis] = stride;
      stride *= extents[axis];
    }
    return strides;
  }

  /** An axis of {@code dim}: negative ones count from the end. */
  static int axis(String what, int axes, int axis) {
    int counted = axis < 0 ? axes + axis : axis;
    if (counted < 0 || counted >= axes) {
      throw new IndexOutOfBoundsException(
          what
              + " has "
              + axes
              + " axes, 0 to "
              + (axes - 1)
              + " or -"
              + axes
              + " to -1; there is no axis "
              + axis);
    }
    return counted;
  }

  /**
   * Checks that a position has a coordinate for each axis of what is named with its extents. Texts
   * are only made of what is wrong: elements are looked at one by one.
   */
  static void checkRank(Object what, long[] extents, String name, Object text, int axes) {
    if (axes != extents.length) {
      throw new IllegalArgumentException(
          what
              + " has "
              + extents.length
              + " axes, "
              + name
              + text
              + " has "
              + axes
              + "; give one value an axis");
    }
  }

  /** Checks that a box lies inside. */
  static void checkInside(Object what, long[] extents, Index at, long[] box) {
    checkRank(what, extents, "at", at, at.axes());
    if (box.length != extents.length) {
      checkRank(what, extents, "the box ", text(box), box.length);
    }
    for (int axis = 0; axis < extents.length; axis++) {
      long from = at.coordinate(axis);
      if (from < 0 || box[axis] > extents[axis] - from) {
        throw new IndexOutOfBoundsException(
            what
                + ": the box "
                + text(box)
                + " at "
                + at
                + " leaves axis "
                + axis
                + ", whose extent is "
                + extents[axis]
                + "; keep it inside, or give load a valid extent");
      }
    }
  }

  /** How far a position lies from the first element. */
  static long distance(Index at, long[] strides) {
    long distance = 0;
    for (int axis = 0; axis < strides.length; axis++) {
      distance += at.coordinate(axis) * strides[axis];
    }
    return distance;
  }

  /** Checks leading coordinates, and says how far they lie from the first element. */
  static long leading(String what, long[] extents, long[] strides, int[] leading) {
    if (leading.length < 1 || leading.length >= extents.length) {
      throw new IllegalArgumentException(
          what
              + " has "
              + extents.length
              + " axes, at"
              + Arrays.toString(leading)
              + " fixes "
              + leading.length
              + "; fix at least one and leave at least one");
    }
    long distance = 0;
    for (int axis = 0; axis < leading.length; axis++) {
      if (leading[axis] < 0 || leading[axis] >= extents[axis]) {
        throw new IndexOutOfBoundsException(
            what
                + ": at"
                + Arrays.toString(leading)
                + " leaves axis "
                + axis
                + ", whose extent is "
                + extents[axis]);
      }
      distance += leading[axis] * strides[axis];
    }
    return distance;
  }

  static long[] tail(long[] values, int from) {
    return Arrays.copyOfRange(values, from, values.length);
  }

  /** Elements of {@code box}, last axis fastest. Each step moves {@code at} to the next one. */
  static void advance(long[] at, long[] box) {
    for (int axis = box.length - 1; axis >= 0; axis--) {
      at[axis]++;
      if (at[axis] < box[axis]) {
        return;
      }
      at[axis] = 0;
    }
  }
}
