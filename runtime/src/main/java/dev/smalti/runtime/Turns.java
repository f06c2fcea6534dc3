package dev.smalti.runtime;

import java.util.ArrayDeque;

/**
 * Who uses a pool, one after the other in the order of {@link #take}. A turn is taken when a run is
 * asked for, and used later, perhaps by another thread.
 */
final class Turns {
  private static final int MOST_WAITING = 64;

  /** One use of the pool. */
  static final class Turn {
    private Turn() {}
  }

  private final ArrayDeque<Turn> queue = new ArrayDeque<>();

  /** The last place in the queue. Waits while the queue is full, so that it stays bounded. */
  synchronized Turn take() throws InterruptedException {
    while (queue.size() >= MOST_WAITING) {
      wait();
    }
    Turn turn = new Turn();
    queue.add(turn);
    return turn;
  }

  /** Waits until it is this turn's time. An interrupt gives the turn up. */
  synchronized void await(Turn turn) throws InterruptedException {
    try {
      while (queue.peek() != turn) {
        wait();
      }
    } catch (InterruptedException interrupted) {
      end(turn);
      throw interrupted;
    }
  }

  synchronized void end(Turn turn) {
    queue.remove(turn);
    notifyAll();
  }
}
