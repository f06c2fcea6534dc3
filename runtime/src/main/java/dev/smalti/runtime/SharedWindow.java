package dev.smalti.runtime;

import dev.smalti.lang.spi.WindowMemory;
import dev.smalti.runtime.pool.PoolWindow;
import java.lang.foreign.MemorySegment;

/**
 * The memory of one window of a run.
 *
 * @param session the run
 * @param window the instances of the pool
 */
record SharedWindow(Session session, PoolWindow window) implements WindowMemory {
  @Override
  public int ranks() {
    return session.size();
  }

  @Override
  public long bytes() {
    return window.bytes();
  }

  @Override
  public MemorySegment instance(int rank) {
    session.checkGoingOn();
    return window.instance(rank);
  }
}
