package dev.smalti.lang.spi;

import java.lang.foreign.MemorySegment;

/**
 * The memory behind a tensor: one of the caller's arrays, or a segment. Nothing is copied, so what
 * is written here is written to the caller's memory.
 *
 * <p>Which of them goes with which element type: {@code F32} {@link Floats}, {@code F64} {@link
 * Doubles}, {@code I32} {@link Ints}, {@code I64} {@link Longs}, {@code F16}, {@code BF16} and
 * {@code I16} {@link Shorts}, {@code I8}, {@code U8} and {@code BOOL} {@link Bytes}, and {@link
 * Segment} with each of them.
 */
public sealed interface Storage {
  /**
   * Elements of {@code F32}.
   *
   * @param array the caller's own array
   */
  @SuppressWarnings("ArrayRecordComponent") // The identity of the array is what matters.
  record Floats(float[] array) implements Storage {}

  /**
   * Elements of {@code F64}.
   *
   * @param array the caller's own array
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Doubles(double[] array) implements Storage {}

  /**
   * Elements of {@code I32}.
   *
   * @param array the caller's own array
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Ints(int[] array) implements Storage {}

  /**
   * Elements of {@code I64}.
   *
   * @param array the caller's own array
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Longs(long[] array) implements Storage {}

  /**
   * Elements of {@code I16}, or the bits of elements of {@code F16} or {@code BF16}.
   *
   * @param array the caller's own array
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Shorts(short[] array) implements Storage {}

  /**
   * Elements of {@code I8} or {@code U8}. Or of {@code BOOL}: 0 is false, everything else true; 0
   * and 1 are written.
   *
   * @param array the caller's own array
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Bytes(byte[] array) implements Storage {}

  /**
   * Elements of any type in native memory or in the memory of a buffer. Element {@code e} is at
   * byte {@code e * dtype.bytes()}, in native byte order, and need not be aligned.
   *
   * @param segment the memory
   */
  record Segment(MemorySegment segment) implements Storage {}
}
