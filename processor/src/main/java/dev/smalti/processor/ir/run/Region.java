package dev.smalti.processor.ir.run;

import dev.smalti.runtime.protocol.Box;
import java.util.Arrays;
import java.util.List;
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

  /**
   * Which elements of what was allocated first it has, in the axes of that; none if it is empty.
   */
  List<Box> boxes() {
    boolean empty = Arrays.stream(extents).anyMatch(extent -> extent == 0);
    return empty
        ? List.of()
        : allocation
            .reshape()
            .map(reshape -> reshape.boxes(from, extents))
            .orElseGet(() -> List.of(Box.of(from, extents)));
  }

  /** Whether both have an element of one allocation. */
  boolean overlaps(Region other) {
    return boxes().stream().anyMatch(mine -> other.boxes().stream().anyMatch(mine::overlaps));
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
    return Math.toIntExact(allocation.start() + index);
  }

  static String text(long[] numbers) {
    return Arrays.stream(numbers)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
