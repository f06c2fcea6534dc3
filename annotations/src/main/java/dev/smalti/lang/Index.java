package dev.smalti.lang;

import java.util.Arrays;

/**
 * A position in a tensor or a signal, one coordinate an axis; made by {@link Smalti#at(long...)}.
 *
 * <p>A position with another number of coordinates than the tensor has axes is an error, and so is
 * a coordinate outside it.
 */
public final class Index {
  private final long[] coordinates;

  Index(long... coordinates) {
    if (coordinates.length < 1 || coordinates.length > Shapes.MOST_AXES) {
      throw new IllegalArgumentException(
          "at"
              + Shapes.text(coordinates)
              + " has "
              + coordinates.length
              + " coordinates; give one for each axis of what it is used on, 1 to "
              + Shapes.MOST_AXES);
    }
    this.coordinates = coordinates.clone();
  }

  /** The first element of something with this many axes. */
  static Index origin(int axes) {
    return new Index(new long[axes]);
  }

  /**
   * How many coordinates.
   *
   * @return 1 to 5
   */
  public int axes() {
    return coordinates.length;
  }

  /**
   * One coordinate.
   *
   * @param axis from 0, the outermost
   * @return the coordinate
   */
  public long coordinate(int axis) {
    return coordinates[axis];
  }

  long[] toArray() {
    return coordinates.clone();
  }

  /** Whether the other is an index with the same coordinates. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Index index && Arrays.equals(coordinates, index.coordinates);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(coordinates);
  }

  /** The coordinates: {@code [3, 0]}. */
  @Override
  public String toString() {
    return Shapes.text(coordinates);
  }
}
