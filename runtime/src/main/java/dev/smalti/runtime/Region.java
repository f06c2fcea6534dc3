package dev.smalti.runtime;

import dev.smalti.lang.Tensor;
import dev.smalti.lang.spi.Storage;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;

/**
 * The bytes that a tensor occupies, as runs of its last axis in ascending order.
 *
 * @param base the array, or {@link #NATIVE} for native memory
 * @param start the first byte, from the start of the array or of the address space
 * @param run the bytes of one run
 * @param shape extents of the axes but the last
 * @param strides their distances in bytes
 */
@SuppressWarnings("ArrayRecordComponent") // Private to two checks; never compared as a record.
record Region(Object base, long start, long run, long[] shape, long[] strides) {
  private static final Object NATIVE = new Object();

  static Region of(Tensor<?> tensor) {
    int size = tensor.dtype().bytes();
    int last = tensor.axes() - 1;
    long[] shape = Arrays.copyOf(tensor.shape(), last);
    long[] strides = new long[last];
    for (int axis = 0; axis < last; axis++) {
      strides[axis] = tensor.stride(axis) * size;
    }
    Storage storage = tensor.storage();
    return new Region(
        base(storage), start(tensor, storage), tensor.extent(last) * size, shape, strides);
  }

  /**
   * Whether two tensors are seen at a glance to have no byte in common, as most are. Allocates
   * nothing.
   */
  static boolean areApart(Tensor<?> a, Tensor<?> b) {
    Storage first = a.storage();
    Storage second = b.storage();
    boolean arrays = !(first instanceof Storage.Segment || second instanceof Storage.Segment);
    if (arrays && base(first) != base(second)) {
      return true;
    }
    boolean comparable =
        arrays
            || first instanceof Storage.Segment x
                && second instanceof Storage.Segment y
                && x.segment().isNative()
                && y.segment().isNative();
    return comparable && (end(a, first) <= start(b, second) || end(b, second) <= start(a, first));
  }

  private static long start(Tensor<?> tensor, Storage storage) {
    return origin(storage) + tensor.offset() * tensor.dtype().bytes();
  }

  private static long end(Tensor<?> tensor, Storage storage) {
    long last = 0;
    for (int axis = 0; axis < tensor.axes(); axis++) {
      last += (tensor.extent(axis) - 1) * tensor.stride(axis);
    }
    return start(tensor, storage) + (last + 1) * tensor.dtype().bytes();
  }

  private static Object base(Storage storage) {
    return switch (storage) {
      case Storage.Floats s -> s.array();
      case Storage.Doubles s -> s.array();
      case Storage.Ints s -> s.array();
      case Storage.Longs s -> s.array();
      case Storage.Shorts s -> s.array();
      case Storage.Bytes s -> s.array();
      case Storage.Segment s -> heap(s.segment());
    };
  }

  private static Object heap(MemorySegment segment) {
    return segment.isNative() ? NATIVE : segment.heapBase().orElse(segment);
  }

  /** A heap segment counts its address from the first element of its array. */
  private static long origin(Storage storage) {
    return storage instanceof Storage.Segment s ? s.segment().address() : 0;
  }

  /** A read-only heap segment does not tell its array, but whether it shares it. */
  private boolean sharesBase(Region other) {
    if (base == other.base) {
      return true;
    }
    return (base instanceof MemorySegment || other.base instanceof MemorySegment)
        && segment(base)
            .flatMap(mine -> segment(other.base).flatMap(mine::asOverlappingSlice))
            .isPresent();
  }

  private static Optional<MemorySegment> segment(Object base) {
    return Optional.ofNullable(
        switch (base) {
          case MemorySegment segment -> segment;
          case float[] array -> MemorySegment.ofArray(array);
          case double[] array -> MemorySegment.ofArray(array);
          case int[] array -> MemorySegment.ofArray(array);
          case long[] array -> MemorySegment.ofArray(array);
          case byte[] array -> MemorySegment.ofArray(array);
          default -> null;
        });
  }

  boolean sameAs(Region other) {
    return sharesBase(other)
        && start == other.start
        && run == other.run
        && Arrays.equals(shape, other.shape)
        && sameStrides(other);
  }

  /** An axis of one element has no distance that matters. */
  private boolean sameStrides(Region other) {
    for (int axis = 0; axis < shape.length; axis++) {
      if (shape[axis] > 1 && strides[axis] != other.strides[axis]) {
        return false;
      }
    }
    return true;
  }

  /** Whether both occupy a byte in common. Walks the runs only where the outer bounds overlap. */
  boolean overlaps(Region other) {
    if (!sharesBase(other) || end() <= other.start || other.end() <= start) {
      return false;
    }
    long mine = 0;
    long theirs = 0;
    long myRuns = runs();
    long theirRuns = other.runs();
    while (mine < myRuns && theirs < theirRuns) {
      long a = runAt(mine);
      long b = other.runAt(theirs);
      if (a + run <= b) {
        mine++;
      } else if (b + other.run <= a) {
        theirs++;
      } else {
        return true;
      }
    }
    return false;
  }

  private long runs() {
    return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }

  private long end() {
    return runAt(runs() - 1) + run;
  }

  /** The first byte of a run. Row-major views have their runs in ascending order. */
  private long runAt(long index) {
    long at = start;
    long rest = index;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      at += rest % shape[axis] * strides[axis];
      rest /= shape[axis];
    }
    return at;
  }
}
