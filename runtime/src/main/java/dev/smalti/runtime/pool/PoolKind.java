package dev.smalti.runtime.pool;

import java.util.List;
import java.util.stream.IntStream;

/** Which pool is asked for. */
public sealed interface PoolKind {
  /**
   * How many ranks it is to have.
   *
   * @return at least 1
   */
  int size();

  /**
   * Ranks are threads of this process.
   *
   * @param devices the device of each rank, each once, each at least 0
   */
  record Threads(List<Integer> devices) implements PoolKind {
    /** Checks that every device is a number of its own. */
    public Threads {
      devices = List.copyOf(devices);
      if (devices.stream().anyMatch(device -> device < 0)
          || devices.stream().distinct().count() < devices.size()) {
        throw new IllegalArgumentException(
            "threads(" + devices + "): every device is a number of its own, at least 0");
      }
    }

    /**
     * Rank i runs on device i.
     *
     * @param size how many ranks
     * @throws IllegalArgumentException if it is below 1
     */
    public Threads(int size) {
      this(counted(size));
    }

    /** A number of ranks below 1 is refused as it was written, and not as no devices. */
    private static List<Integer> counted(int size) {
      if (size < 1) {
        throw new IllegalArgumentException(
            "DevicePool.threads(" + size + "): a pool has at least 1 device");
      }
      return IntStream.range(0, size).boxed().toList();
    }

    @Override
    public int size() {
      return devices.size();
    }

    /** The call that asks for it. */
    @Override
    public String toString() {
      boolean counted = devices.equals(IntStream.range(0, size()).boxed().toList());
      return "threads(" + (counted ? String.valueOf(size()) : devices.toString()) + ")";
    }
  }

  /**
   * One rank runs at a time; who goes on is drawn at each step.
   *
   * @param size how many ranks
   * @param seed of what is drawn
   */
  record Seeded(int size, long seed) implements PoolKind {
    /** The call that asks for it. */
    @Override
    public String toString() {
      return "seeded(" + size + ", " + seed + ")";
    }
  }

  /**
   * One rank runs at a time; who goes on is written down.
   *
   * @param size how many ranks
   * @param schedule entries {@code rank} or {@code rank.line}, separated by commas
   */
  record Scheduled(int size, String schedule) implements PoolKind {
    /** The call that asks for it. */
    @Override
    public String toString() {
      return "seeded(" + size + ", \"" + schedule + "\")";
    }
  }
}
