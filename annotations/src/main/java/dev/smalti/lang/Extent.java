package dev.smalti.lang;

import java.util.Arrays;

/**
 * The extents of a box, one an axis, outermost first; made by {@link Smalti#shape(long...)}.
 *
 * <p>A negative extent is an error. An extent of 0 is legal for a signal (a loop over no cell), and
 * as a valid extent of a load; everywhere else it is an error.
 */
public final class Extent {
  private final long[] extents;

  Extent(long... extents) {
    Shapes.checkAxes("shape", extents);
    for (int axis = 0; axis < extents.length; axis++) {
      if (extents[axis] < 0) {
        throw new IllegalArgumentException(
            "shape"
                + Shapes.text(extents)
                + " is negative on axis "
                + axis
                + "; an extent counts elements");
      }
    }
    this.extents = extents.clone();
  }

  /**
   * How many extents.
   *
   * @return 1 to 5
   */
  public int axes() {
    return extents.length;
  }

  /**
   * One extent.
   *
   * @param axis from 0, the outermost
   * @return the extent, at least 0
   */
  public long extent(int axis) {
    return extents[axis];
  }

  long[] toArray() {
    return extents.clone();
  }

  /** Whether the other is an extent with the same values. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Extent extent && Arrays.equals(extents, extent.extents);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(extents);
  }

  /** The extents: {@code [1, 256]}. */
  @Override
  public String toString() {
    return Shapes.text(extents);
  }
}
