package dev.smalti.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Adds to elements at addresses that are no multiple of their size, or in a {@code byte[]}, and to
 * elements of 8 or 16 bits: not every memory lets them be compared and set. One addition happens at
 * a time. Generated code calls it.
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

  /**
   * Adds to an element of I8 or U8.
   *
   * @param memory where the element is
   * @param at its first byte
   * @param value what is added
   */
  public static void add(MemorySegment memory, long at, byte value) {
    synchronized (ONE_AT_A_TIME) {
      byte old = memory.get(ValueLayout.JAVA_BYTE, at);
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) (old + value));
    }
  }

  /**
   * Adds to an element of I8 or U8.
   *
   * @param memory where the element is
   * @param at its index
   * @param value what is added
   */
  public static void add(byte[] memory, long at, byte value) {
    synchronized (ONE_AT_A_TIME) {
      memory[(int) at] += value;
    }
  }

  /**
   * Adds to an element of I16.
   *
   * @param memory where the element is
   * @param at its first byte
   * @param value what is added
   */
  public static void add(MemorySegment memory, long at, short value) {
    synchronized (ONE_AT_A_TIME) {
      short old = memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
      memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) (old + value));
    }
  }

  /**
   * Adds to an element of I16.
   *
   * @param memory where the element is
   * @param at its index
   * @param value what is added
   */
  public static void add(short[] memory, long at, short value) {
    synchronized (ONE_AT_A_TIME) {
      memory[(int) at] += value;
    }
  }

  /**
   * Adds to an element of F16.
   *
   * @param memory where the element is
   * @param at its first byte
   * @param value the bits of what is added
   */
  public static void addF16(MemorySegment memory, long at, short value) {
    synchronized (ONE_AT_A_TIME) {
      short old = memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
      memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, sumF16(old, value));
    }
  }

  /**
   * Adds to an element of F16.
   *
   * @param memory where the element is
   * @param at its index
   * @param value the bits of what is added
   */
  public static void addF16(short[] memory, long at, short value) {
    synchronized (ONE_AT_A_TIME) {
      memory[(int) at] = sumF16(memory[(int) at], value);
    }
  }

  /**
   * Adds to an element of BF16.
   *
   * @param memory where the element is
   * @param at its first byte
   * @param value the bits of what is added
   */
  public static void addBf16(MemorySegment memory, long at, short value) {
    synchronized (ONE_AT_A_TIME) {
      short old = memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
      memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, sumBf16(old, value));
    }
  }

  /**
   * Adds to an element of BF16.
   *
   * @param memory where the element is
   * @param at its index
   * @param value the bits of what is added
   */
  public static void addBf16(short[] memory, long at, short value) {
    synchronized (ONE_AT_A_TIME) {
      memory[(int) at] = sumBf16(memory[(int) at], value);
    }
  }

  private static short sumF16(short a, short b) {
    return Float.floatToFloat16(Float.float16ToFloat(a) + Float.float16ToFloat(b));
  }

  private static short sumBf16(short a, short b) {
    return Conversions.bf16(Float.intBitsToFloat(a << 16) + Float.intBitsToFloat(b << 16));
  }
}
