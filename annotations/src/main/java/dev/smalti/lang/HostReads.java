package dev.smalti.lang;

import dev.smalti.lang.spi.Ranks;

/** Reads and writes of the host, between the dispatches of {@link World#run}. */
final class HostReads {
  private static final ScopedValue<Ranks> DISPATCHED = ScopedValue.newInstance();

  private HostReads() {}

  /** Runs a program that makes dispatches. */
  static void between(Ranks ranks, Runnable program) {
    ScopedValue.where(DISPATCHED, ranks).run(program);
  }

  /** Waits for the dispatches made so far, if the calling thread is the host of any. */
  static void await() {
    if (DISPATCHED.isBound() && !DISPATCHED.get().bound()) {
      DISPATCHED.get().finish();
    }
  }
}
