package dev.smalti.simulator;

import java.util.concurrent.locks.LockSupport;

/**
 * How a rank that reads in a loop lets others run. To yield is not enough: virtual threads are not
 * preempted, and a carrier thread serves the threads that yielded to it before it looks for new
 * ones. So two ranks that yield hand a carrier to each other for ever, and a third one, which would
 * end their loops, never starts. A rank that sleeps leaves its carrier, and comes back behind those
 * that waited for one.
 *
 * <p>One for each rank; only its thread uses it.
 */
final class Pause {
  /** Rounds between two pauses; as many come before the first one. */
  private static final int ROUNDS = 64;

  /** How long a rank reads and yields before it sleeps. */
  private static final long AWAKE_NANOS = 1_000_000;

  private static final long SHORTEST_NANOS = 50_000;
  private static final long LONGEST_NANOS = 1_000_000;

  private long awakeSince;
  private long nanos;

  /**
   * Lets others run, for a time that grows with the rounds.
   *
   * @param rounds how many in a row were in vain
   */
  @SuppressWarnings("ThreadPriorityCheck") // A yield is only the cheaper half of a pause.
  void take(long rounds) {
    if (rounds % ROUNDS != 0) {
      Thread.onSpinWait();
      return;
    }
    long now = System.nanoTime();
    if (rounds == ROUNDS) {
      awakeSince = now;
      nanos = SHORTEST_NANOS;
    }
    if (now - awakeSince < AWAKE_NANOS) {
      Thread.yield();
      return;
    }
    LockSupport.parkNanos(this, nanos);
    Thread.interrupted(); // A rank has no use for it, and with it set there is no sleep.
    nanos = Math.min(2 * nanos, LONGEST_NANOS);
    awakeSince = System.nanoTime();
  }
}
