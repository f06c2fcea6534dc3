package dev.smalti.lang.spi;

import java.lang.foreign.MemorySegment;

/**
 * The memory of one window: a native segment for each rank, all of one size, zero before any rank
 * can see it. Aligned to at least 8 bytes.
 */
public interface WindowMemory {
  /**
   * How many ranks have an instance.
   *
   * @return the number of ranks, at least 1
   */
  int ranks();

  /**
   * The size of one instance.
   *
   * @return bytes
   */
  long bytes();

  /**
   * The instance of a rank.
   *
   * @param rank from 0 to {@code ranks() - 1}
   * @return the whole instance, accessible from every thread
   */
  MemorySegment instance(int rank);
}
