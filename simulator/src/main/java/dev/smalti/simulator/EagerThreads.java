package dev.smalti.simulator;

import dev.smalti.lang.spi.EagerRanks;
import dev.smalti.lang.spi.Ranks;
import dev.smalti.runtime.Session;

/**
 * Runs annotated methods as they stand, each rank on a virtual thread of its own, on windows and
 * signals of the threads pool. Nothing has to be closed: an idle rank has no thread, and memory is
 * freed when nothing can reach it.
 */
public final class EagerThreads implements EagerRanks {
  /** For the service loader. */
  public EagerThreads() {}

  @Override
  public Ranks open(int size) {
    return Session.eager(ThreadsPool.unowned(size));
  }
}
