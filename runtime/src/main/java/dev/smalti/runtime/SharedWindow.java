package dev.smalti.runtime;

import dev.smalti.lang.spi.WindowMemory;
import dev.smalti.runtime.pool.PoolWindow;
import java.lang.foreign.MemorySegment;

/**
 * The memory of one window of a run.
 *
 * @param ranks how many instances
 * @param window those of the pool
 */
record SharedWindow(int ranks, PoolWindow window) implements WindowMemory {
  @Override
  public long bytes() {
    return window.bytes();
  }

  @Override
  public MemorySegment instance(int rank) {
    return window.instance(rank);
  }
}
