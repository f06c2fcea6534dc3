package dev.smalti.processor.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Gives each buffer of one memory the lowest address at which nothing lies that is needed at the
 * same time. Once in the order in which they are needed, and where that takes more than there is,
 * once more with the largest first: the one that takes less is kept.
 */
final class FirstFit {
  /**
   * A buffer with its place.
   *
   * @param buffer which
   * @param address in bytes, a multiple of the memory's alignment
   */
  record Placed(Buffer buffer, long address) {
    long end() {
      return address + buffer.bytes();
    }

    /** A result may lie where an operand does that ends there, but not beside it. */
    boolean conflicts(Placed other) {
      boolean apart = end() <= other.address || other.end() <= address;
      return !apart && (buffer.life().overlaps(other.buffer.life()) || address != other.address);
    }
  }

  private FirstFit() {}

  /**
   * Places buffers of one memory.
   *
   * @param buffers in the order in which they are needed
   * @param capacity what there is, in bytes
   * @return in the order in which they were given
   */
  static List<Placed> place(List<Buffer> buffers, long capacity) {
    List<Placed> inOrder = inOrder(buffers);
    if (used(inOrder) <= capacity) {
      return inOrder;
    }
    List<Buffer> bySize =
        buffers.stream().sorted(Comparator.comparingLong(Buffer::bytes).reversed()).toList();
    List<Placed> largestFirst = inOrder(bySize);
    if (used(largestFirst) >= used(inOrder)) {
      return inOrder;
    }
    return largestFirst.stream()
        .sorted(Comparator.comparingInt(placed -> buffers.indexOf(placed.buffer())))
        .toList();
  }

  /** Where the last byte of all ends. */
  static long used(List<Placed> placed) {
    return placed.stream().mapToLong(Placed::end).max().orElse(0);
  }

  private static List<Placed> inOrder(List<Buffer> buffers) {
    List<Placed> placed = new ArrayList<>();
    for (Buffer buffer : buffers) {
      placed.add(lowest(buffer, placed));
    }
    return placed;
  }

  private static Placed lowest(Buffer buffer, List<Placed> placed) {
    List<Placed> near = placed.stream().filter(other -> isNear(buffer, other.buffer())).toList();
    int unit = buffer.space().alignment();
    return Stream.concat(
            Stream.of(0L),
            near.stream().flatMap(other -> Stream.of(other.address(), roundUp(other.end(), unit))))
        .sorted()
        .map(address -> new Placed(buffer, address))
        .filter(here -> near.stream().noneMatch(here::conflicts))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isNear(Buffer one, Buffer other) {
    return one.life().overlaps(other.life()) || one.life().touches(other.life());
  }

  static long roundUp(long value, long unit) {
    return Math.ceilDiv(value, unit) * unit;
  }
}
