package dev.smalti.processor.ir.run;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A box that lies inside an allocation, in the axes of the allocation. */
final class Region {
  private final Allocation allocation;
  private final long[] from;
  private final long[] extents;

  Region(Allocation allocation, long[] from, long[] extents) {
    this.allocation = allocation;
    this.from = from;
    this.extents = extents;
  }

  Allocation allocation() {
    return allocation;
  }

  long[] from() {
    return from;
  }

  long[] extents() {
    return extents;
  }

  boolean isEmpty() {
    for (long extent : extents) {
      if (extent == 0) {
        return true;
      }
    }
    return false;
  }

  /** Where the first element is in the allocation. */
  int index() {
    return index(0, 0);
  }

  /** Where an element is in the allocation; rows run through the leading axes of the box. */
  int index(int row, int column) {
    int last = from.length - 1;
    long index = from[last] + column;
    long stride = allocation.extent(last);
    long rest = row;
    for (int axis = last - 1; axis >= 0; axis--) {
      index += (from[axis] + rest % extents[axis]) * stride;
      rest /= extents[axis];
      stride *= allocation.extent(axis);
    }
    return Math.toIntExact(index);
  }

  static String text(long[] numbers) {
    return Arrays.stream(numbers)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
