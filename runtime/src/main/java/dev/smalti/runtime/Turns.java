package dev.smalti.runtime;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Who uses a pool, one after the other in the order of {@link #take}. A turn is taken when a run is
 * asked for, and used later, perhaps by another thread.
 */
final class Turns {
  private static final int MOST_WAITING = 64;

  private final ArrayDeque<Turn> queue = new ArrayDeque<>();

  /**
   * The last place in the queue. Waits while the queue is full, so that it stays bounded.
   *
   * @param check throws if no place is given any more; nobody else takes one meanwhile
   */
  synchronized Turn take(Object owner, Runnable check) throws InterruptedException {
    check.run();
    while (queue.size() >= MOST_WAITING) {
      wait();
      check.run();
    }
    return takeNow(owner);
  }

  /** The last place in the queue, full or not: for what ends a use of the pool. */
  synchronized Turn takeNow(Object owner) {
    Turn turn = new Turn(owner);
    queue.add(turn);
    return turn;
  }

  /**
   * Waits until it is this turn's time, or the turn was cancelled. An interrupt gives the turn up.
   */
  synchronized void await(Turn turn) throws InterruptedException {
    try {
      while (queue.peek() != turn && !turn.cancelled()) {
        wait();
      }
    } catch (InterruptedException interrupted) {
      end(turn);
      throw interrupted;
    }
  }

  /** Waits until it is this turn's time, cancelled or not; an interrupt is kept. */
  synchronized void awaitAlways(Turn turn) {
    boolean interrupted = false;
    while (queue.peek() != turn) {
      try {
        wait();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many turns come before this one; 0 if it is this turn's time, or it is over. */
  synchronized int before(Turn turn) {
    int before = 0;
    for (Turn other : queue) {
      if (other == turn) {
        return before;
      }
      before++;
    }
    return 0;
  }

  synchronized void end(Turn turn) {
    queue.remove(turn);
    notifyAll();
  }

  /** Gives a turn up, whether it waits or is in use. */
  void cancel(Turn turn, String why) {
    turn.cancel(why);
    synchronized (this) {
      notifyAll();
    }
  }

  /**
   * Waits until some turns are over, and gives those up that are not after a time. An interrupt
   * ends that time and is kept.
   */
  void finish(Predicate<Turn> which, long graceNanos, String why) {
    boolean interrupted = awaitNone(which, graceNanos);
    for (Turn turn : matching(which)) {
      cancel(turn, why);
    }
    while (!matching(which).isEmpty()) {
      interrupted |= awaitNone(which, Long.MAX_VALUE);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized List<Turn> matching(Predicate<Turn> which) {
    return queue.stream().filter(which).toList();
  }

  /** Waits for a time at most; gives whether it was interrupted. */
  private synchronized boolean awaitNone(Predicate<Turn> which, long atMostNanos) {
    long start = System.nanoTime();
    while (queue.stream().anyMatch(which)) {
      long left = atMostNanos - (System.nanoTime() - start);
      if (left <= 0) {
        return false;
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException _) {
        return true;
      }
    }
    return false;
  }
}
