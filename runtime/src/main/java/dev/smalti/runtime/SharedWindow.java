package dev.smalti.runtime;

import dev.smalti.lang.spi.WindowMemory;
import dev.smalti.runtime.pool.PoolWindow;
import dev.smalti.runtime.protocol.DeviceSet;
import java.lang.foreign.MemorySegment;

/**
 * The memory of one window of a run.
 *
 * @param session the run
 * @param domain the devices that have an instance
 * @param window the instances of the pool
 */
record SharedWindow(Session session, DeviceSet domain, PoolWindow window) implements WindowMemory {
  boolean belongsTo(Session other, DeviceSet devices) {
    return session == other && domain.equals(devices);
  }

  @Override
  public int ranks() {
    return domain.size();
  }

  @Override
  public long bytes() {
    return window.bytes();
  }

  @Override
  public MemorySegment instance(int rank) {
    session.checkGoingOn();
    return window.instance(domain.device(rank));
  }
}
