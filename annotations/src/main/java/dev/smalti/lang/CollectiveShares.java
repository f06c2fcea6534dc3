package dev.smalti.lang;

import dev.smalti.lang.spi.Ranks;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A collective on several cores of each rank: its elements are cut into shares, and each share is a
 * call of its own, with a column of the signal. As it stands, one share is done after the other.
 * The compiler cuts by the same rule.
 */
final class CollectiveShares {
  /** Those that do the same to each element, wherever it is: a share is a part of each window. */
  private static final Set<String> ELEMENTWISE = Set.of("allReduce", "broadcast", "reduce");

  /**
   * Those that move a part for each rank: their definitions take the core and how many there are.
   */
  private static final Set<String> PARTED =
      Set.of("reduceScatter", "allGather", "gather", "scatter", "allToAll");

  /** Shares begin at multiples of this, so that cores write to cache lines of their own. */
  private static final int LINE = 16;

  private final String name;
  private final String algorithm;
  private final int cores;
  private final Object[] operands;

  CollectiveShares(String name, String algorithm, int cores, Object[] operands) {
    this.name = name;
    this.algorithm = algorithm;
    this.cores = cores;
    this.operands = operands.clone();
  }

  /**
   * Refuses what is not cut into shares, before anything is moved.
   *
   * @throws IllegalArgumentException if it is another collective or combines in an order that
   *     depends on where an element is, the signal has no column for each core, or a device has
   *     fewer cores
   * @throws IllegalStateException if a rank calls it
   */
  void check(Ranks ranks) {
    if (ranks.bound()) {
      throw new IllegalStateException(
          what() + " is called by rank " + ranks.current() + "; a kernel runs on one core");
    }
    boolean divisible = ELEMENTWISE.contains(name) || PARTED.contains(name);
    if (!divisible || dependsOnPlace()) {
      String by = divisible ? " by " + algorithm : "";
      throw new IllegalArgumentException(
          what() + by + " is not cut into shares; leave cores(...) out");
    }
    Signal signal = signal();
    boolean fits =
        signal.axes() == 2 && signal.extent(0) == ranks.size() && signal.extent(1) >= cores;
    if (!fits) {
      throw new IllegalArgumentException(
          "%s of %d ranks needs a column of cells for each core; make the signal [%d, %d], %s is another"
              .formatted(what(), ranks.size(), ranks.size(), cores, signal));
    }
    if (cores > ranks.cores()) {
      throw new IllegalArgumentException(what() + "; a device has " + ranks.cores() + " cores");
    }
  }

  /** Whether it does not do the same to each element; a broadcast combines nothing. */
  private boolean dependsOnPlace() {
    return algorithm.equals(Algorithm.RING.name())
        || algorithm.equals(Algorithm.DOUBLE_TREE.name()) && !name.equals("broadcast");
  }

  private String what() {
    return name + " with cores(" + cores + ")";
  }

  /** What the definition is found by: the operands of a share. */
  Object[] sample() {
    return PARTED.contains(name) && cores > 1 ? withCore(0) : operands.clone();
  }

  private Object[] withCore(int core) {
    Object[] all = Arrays.copyOf(operands, operands.length + 2);
    all[operands.length] = core;
    all[operands.length + 1] = cores;
    return all;
  }

  /** Does something with the operands of each share, in order. */
  void forEach(Consumer<Object[]> call) {
    if (PARTED.contains(name)) {
      for (int core = 0; core < cores; core++) {
        int share = core;
        call.accept(
            Arrays.stream(withCore(core))
                .map(operand -> operand instanceof Signal all ? all.lane(share) : operand)
                .toArray());
      }
      return;
    }
    long count = ((Tensor<?>) operands[0]).dim(0);
    long lines = Math.ceilDiv(count, LINE);
    for (int core = 0; core < cores; core++) {
      int share = core;
      long from = lines * core / cores * LINE;
      long end = Math.min(lines * (core + 1) / cores * LINE, count);
      if (from < end) {
        call.accept(
            Arrays.stream(operands).map(operand -> part(operand, share, from, end)).toArray());
      }
    }
  }

  private static Object part(Object operand, int core, long from, long end) {
    return switch (operand) {
      case Tensor<?> tensor -> tensor.slice(new Index(from), new Extent(end - from));
      case Signal signal -> signal.lane(core);
      default -> operand;
    };
  }

  private Signal signal() {
    return Arrays.stream(operands)
        .filter(Signal.class::isInstance)
        .map(Signal.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
