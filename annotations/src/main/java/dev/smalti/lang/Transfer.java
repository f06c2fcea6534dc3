package dev.smalti.lang;

import dev.smalti.lang.spi.Storage;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Memory that is copied, element by element, to other memory of the same shape. */
final class Transfer<T extends DType> {
  private final Tensor<T> from;
  private final Tensor<T> to;

  /**
   * Checks that it is possible.
   *
   * @param from what is read, an instance of a peer perhaps
   * @param to what is written, an instance of a peer perhaps
   * @param source what messages call the one
   * @param target what they call the other
   */
  Transfer(Tensor<T> from, Tensor<T> to, Tensor<T> source, Tensor<T> target) {
    this.from = from;
    this.to = to;
    if (!Arrays.equals(source.shape(), target.shape())) {
      throw new IllegalArgumentException(
          source + " is copied to " + target + ": the shapes differ; take a view of the larger");
    }
    if (overlaps()) {
      throw new IllegalArgumentException(
          source
              + " and "
              + target
              + " have elements in common on this rank; copy to other memory, or to another rank");
    }
  }

  /** Copies every element, or adds it. */
  void run(Update update) {
    long[] shape = from.shape();
    long[] at = new long[shape.length];
    long count = Shapes.count("the shape ", shape);
    Storage source = from.storage();
    Storage target = to.storage();
    for (long i = 0; i < count; i++) {
      Object element = Elements.get(from.dtype(), source, place(from, at));
      switch (update) {
        case SET -> Elements.set(to.dtype(), target, place(to, at), element);
        case ADD -> Elements.add(to.dtype(), target, place(to, at), element);
      }
      Shapes.advance(at, shape);
    }
  }

  private static long place(Tensor<?> memory, long[] at) {
    long place = memory.offset();
    for (int axis = 0; axis < at.length; axis++) {
      place += at[axis] * memory.stride(axis);
    }
    return place;
  }

  /** Whether both are parts of one instance with an element in common. */
  private boolean overlaps() {
    if (!(from.storage() instanceof Storage.Segment(MemorySegment source)
        && to.storage() instanceof Storage.Segment(MemorySegment target)
        && source.isNative()
        && target.isNative())) {
      return false;
    }
    int bytes = from.dtype().bytes();
    long[] shape = from.shape();
    long[] mine = new long[shape.length];
    long[] theirs = new long[shape.length];
    long count = Shapes.count("the shape ", shape);
    long i = 0;
    long j = 0;
    while (i < count && j < count) { // Both are in ascending order.
      long a = source.address() + place(from, mine) * bytes;
      long b = target.address() + place(to, theirs) * bytes;
      if (a + bytes <= b) {
        Shapes.advance(mine, shape);
        i++;
      } else if (b + bytes <= a) {
        Shapes.advance(theirs, shape);
        j++;
      } else {
        return true;
      }
    }
    return false;
  }
}
