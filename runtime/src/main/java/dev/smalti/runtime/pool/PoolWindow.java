package dev.smalti.runtime.pool;

import java.lang.foreign.MemorySegment;

/** Memory of every rank, all of one size. Closing it frees the memory; the pool is settled then. */
public interface PoolWindow extends AutoCloseable {
  /**
   * The size of one instance.
   *
   * @return bytes
   */
  long bytes();

  /**
   * The instance of a rank.
   *
   * @param rank whose
   * @return the memory, aligned to 64 bytes, which every rank may use
   */
  MemorySegment instance(int rank);

  /** Makes every instance zero. Called by the host while the pool is settled. */
  void zero();

  @Override
  void close();
}
