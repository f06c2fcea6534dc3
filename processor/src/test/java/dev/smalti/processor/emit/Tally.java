package dev.smalti.processor.emit;

import java.util.IdentityHashMap;
import java.util.Objects;

/**
 * What generated code really did: {@link CountingLoader} makes it call these methods. Each thread
 * counts for itself.
 */
public final class Tally {
  private static final ThreadLocal<Tally> CURRENT = new ThreadLocal<>();

  private final IdentityHashMap<Object, long[]> elements = new IdentityHashMap<>();
  private long flops;

  private Tally() {}

  /** Counts what the task does from now on. */
  static Tally of(Runnable task) {
    Tally tally = new Tally();
    CURRENT.set(tally);
    try {
      task.run();
    } finally {
      CURRENT.remove();
    }
    return tally;
  }

  long read(Object array) {
    return elements.getOrDefault(array, new long[2])[0];
  }

  long written(Object array) {
    return elements.getOrDefault(array, new long[2])[1];
  }

  long flops() {
    return flops;
  }

  private static Tally current() {
    return Objects.requireNonNull(CURRENT.get(), "nothing is counted");
  }

  private void count(Object array, int way, int length) {
    elements.computeIfAbsent(array, _ -> new long[2])[way] += length;
  }

  /** An element is read. */
  public static void load(Object array, int index) {
    current().count(array, 0, 1);
  }

  /** An element is written. */
  public static void store(Object array, int index) {
    current().count(array, 1, 1);
  }

  /** In place of the method of {@link System}. */
  public static void arraycopy(Object from, int at, Object to, int target, int length) {
    current().count(from, 0, length);
    current().count(to, 1, length);
    System.arraycopy(from, at, to, target, length);
  }

  /** Operations on floats. */
  public static void flops(int operations) {
    current().flops += operations;
  }
}
