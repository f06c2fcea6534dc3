package dev.smalti.lang.reference;

import java.util.Arrays;

/** Where the rows of a tile land in memory with more or fewer than two axes. */
public final class Boxes {
  private Boxes() {}

  /**
   * The box that a store of {@code rows x columns} elements at a position writes.
   *
   * <p>The columns go along the last axis. The rows go along the axis before it; rows that do not
   * fit there fill it, which is possible only from coordinate 0 on and for a multiple of its
   * extent, and go on along the next outer axis. Row r of the tile is row r of the box, last axis
   * but one fastest. So a tile that was loaded from all of a tensor is stored to all of it.
   *
   * @param extents the extents of the memory, outermost first
   * @param at the position, one coordinate an axis
   * @param rows the valid rows, at least 0
   * @param columns the valid columns, at least 0
   * @return the extents of the box, one an axis
   * @throws IndexOutOfBoundsException if there is no such box inside
   */
  public static long[] stored(long[] extents, long[] at, long rows, long columns) {
    int last = extents.length - 1;
    long[] box = new long[extents.length];
    Arrays.fill(box, 1);
    box[last] = columns;
    long left = rows;
    for (int axis = last - 1; axis >= 0 && left != 1; axis--) {
      long room = extents[axis] - at[axis];
      if (at[axis] >= 0 && left > room && at[axis] == 0 && left % extents[axis] == 0) {
        box[axis] = extents[axis];
        left /= extents[axis];
      } else {
        box[axis] = left;
        left = 1;
      }
    }
    boolean inside = left == 1;
    for (int axis = 0; axis <= last; axis++) {
      inside &= at[axis] >= 0 && at[axis] <= extents[axis] && box[axis] <= extents[axis] - at[axis];
    }
    if (!inside) {
      throw new IndexOutOfBoundsException(
          "a tile of ["
              + rows
              + ", "
              + columns
              + "] valid elements at "
              + Arrays.toString(at)
              + " does not fit the extents "
              + Arrays.toString(extents)
              + "; store it further inside, or load a smaller one");
    }
    return box;
  }
}
