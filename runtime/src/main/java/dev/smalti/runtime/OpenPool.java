package dev.smalti.runtime;

import dev.smalti.runtime.pool.Pool;

/** A pool with what sits above every pool: the order of its users, and a core for each rank. */
final class OpenPool implements DevicePool {
  private final Pool pool;
  private final Core[] cores;
  private final Turns turns = new Turns();
  private volatile boolean closed;

  OpenPool(Pool pool) {
    this.pool = pool;
    this.cores = Core.forRanks(pool.size());
  }

  @Override
  public int size() {
    return pool.size();
  }

  @Override
  public Worker worker() {
    checkOpen();
    return new Worker(this);
  }

  Session session(String program) {
    return new Session(pool, cores, program, "", new Allocator.Reused(pool));
  }

  /** Takes a place in the queue of users. */
  Turns.Turn take(String what) {
    if (Session.insideDispatch()) {
      throw new IllegalStateException(
          what + " is called by a rank; call it outside of dispatches, the pool is in use");
    }
    checkOpen();
    try {
      return turns.take();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancelledException(what + " was interrupted before it began");
    }
  }

  /** Does something while nobody else uses the pool. The turn ends with it. */
  void inTurn(Turns.Turn turn, String what, Runnable use) {
    try {
      turns.await(turn);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancelledException(what + " was interrupted before it began");
    }
    try {
      use.run();
    } finally {
      turns.end(turn);
    }
  }

  /** Does something while nobody uses the pool, closed or not; an interrupt is kept for later. */
  void quietly(Runnable use) {
    if (Session.insideDispatch()) {
      throw new IllegalStateException("close() is called by a rank; the pool is in use");
    }
    boolean interrupted = false;
    while (true) {
      try {
        Turns.Turn turn = turns.take();
        turns.await(turn);
        try {
          use.run();
        } finally {
          turns.end(turn);
        }
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the pool " + pool.name() + " was closed; open another one");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      quietly(
          () -> {
            closed = true;
            pool.close();
          });
    }
  }

  @Override
  public String toString() {
    return pool.name();
  }
}
