package dev.smalti.runtime;

import dev.smalti.lang.spi.Ranks;
import dev.smalti.lang.spi.SignalCells;
import dev.smalti.lang.spi.WindowMemory;
import dev.smalti.runtime.protocol.DeviceSet;
import java.util.function.IntConsumer;

/**
 * The ranks of a domain of a run: some of its devices.
 *
 * @param session the run
 * @param devices the device of each rank
 */
record DomainRanks(Session session, DeviceSet devices) implements Ranks {
  @Override
  public int size() {
    return devices.size();
  }

  @Override
  public int cores() {
    return session.cores();
  }

  @Override
  public boolean bound() {
    return session.runs(devices);
  }

  @Override
  public int current() {
    return session.core().rank();
  }

  @Override
  public WindowMemory window(String name, long bytes) {
    return session.window(devices, bytes);
  }

  @Override
  public SignalCells signal(String name, int[] shape) {
    return session.signal(devices, name, shape);
  }

  @Override
  public Ranks devices(int... some) {
    throw new IllegalStateException("a domain is made of the devices of a world");
  }

  @Override
  public void forEachRank(IntConsumer call) {
    session.dispatch(devices, (_, rank) -> call.accept(rank));
  }

  @Override
  public void finish() {
    session.finish();
  }

  @Override
  public void abandon() {
    session.abandon();
  }
}
