package dev.smalti.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Adds to elements at addresses that are no multiple of their size, or in a {@code byte[]}: no
 * machine compares and sets them. One addition happens at a time. Generated code calls it.
 */
public final class UnalignedAddition {
  private static final Object ONE_AT_A_TIME = new Object();

  private UnalignedAddition() {}

  /**
   * Adds to an element of F32.
   *
   * @param memory where the element is
   * @param at its first byte
   * @param value what is added
   */
  public static void add(MemorySegment memory, long at, float value) {
    synchronized (ONE_AT_A_TIME) {
      float old = memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, old + value);
    }
  }

  /**
   * Adds to an element of F64.
   *
   * @param memory where the element is
   * @param at its first byte
   * @param value what is added
   */
  public static void add(MemorySegment memory, long at, double value) {
    synchronized (ONE_AT_A_TIME) {
      double old = memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, old + value);
    }
  }

  /**
   * Adds to an element of I32.
   *
   * @param memory where the element is
   * @param at its first byte
   * @param value what is added
   */
  public static void add(MemorySegment memory, long at, int value) {
    synchronized (ONE_AT_A_TIME) {
      int old = memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, old + value);
    }
  }

  /**
   * Adds to an element of I64.
   *
   * @param memory where the element is
   * @param at its first byte
   * @param value what is added
   */
  public static void add(MemorySegment memory, long at, long value) {
    synchronized (ONE_AT_A_TIME) {
      long old = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, old + value);
    }
  }
}
