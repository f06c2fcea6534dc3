package dev.smalti.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies elements of BOOL: what is not 0 is true, and for true 1 is written. Both may be the same
 * memory. Generated code calls it.
 */
public final class TruthValues {
  private TruthValues() {}

  /**
   * Copies between arrays.
   *
   * @param from the source
   * @param at its first element
   * @param to the target
   * @param toAt its first element
   * @param count how many
   */
  public static void copy(byte[] from, int at, byte[] to, int toAt, int count) {
    System.arraycopy(from, at, to, toAt, count);
    normalise(to, toAt, count);
  }

  /**
   * Copies to an array.
   *
   * @param from the source
   * @param at its first element
   * @param to the target
   * @param toAt its first element
   * @param count how many
   */
  public static void copy(MemorySegment from, long at, byte[] to, int toAt, int count) {
    MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, to, toAt, count);
    normalise(to, toAt, count);
  }

  /**
   * Copies from an array.
   *
   * @param from the source
   * @param at its first element
   * @param to the target
   * @param toAt its first element
   * @param count how many
   */
  public static void copy(byte[] from, int at, MemorySegment to, long toAt, int count) {
    MemorySegment.copy(from, at, to, ValueLayout.JAVA_BYTE, toAt, count);
    normalise(to, toAt, count);
  }

  /**
   * Copies between segments.
   *
   * @param from the source
   * @param at its first element
   * @param to the target
   * @param toAt its first element
   * @param count how many
   */
  public static void copy(MemorySegment from, long at, MemorySegment to, long toAt, long count) {
    MemorySegment.copy(from, at, to, toAt, count);
    normalise(to, toAt, count);
  }

  private static void normalise(byte[] elements, int from, int count) {
    for (int i = from; i < from + count; i++) {
      elements[i] = (byte) (elements[i] != 0 ? 1 : 0);
    }
  }

  private static void normalise(MemorySegment elements, long from, long count) {
    for (long i = from; i < from + count; i++) {
      byte element = elements.get(ValueLayout.JAVA_BYTE, i);
      elements.set(ValueLayout.JAVA_BYTE, i, (byte) (element != 0 ? 1 : 0));
    }
  }
}
