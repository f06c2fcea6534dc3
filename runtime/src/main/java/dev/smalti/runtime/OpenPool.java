package dev.smalti.runtime;

import dev.smalti.runtime.pool.Pool;
import org.jspecify.annotations.Nullable;

/** A pool with what sits above every pool: the order of its users, and a core for each rank. */
final class OpenPool implements DevicePool {
  private final Pool pool;
  private final Core[] cores;
  private final Turns turns = new Turns();
  private volatile boolean closed;
  private volatile @Nullable Thread user;

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
    checkOutside(what);
    checkOpen();
    try {
      return turns.take();
    } catch (InterruptedException _) {
      throw interrupted(what);
    }
  }

  /** Does something while nobody else uses the pool. The turn ends with it. */
  void inTurn(Turns.Turn turn, String what, Runnable use) {
    try {
      turns.await(turn);
    } catch (InterruptedException _) {
      throw interrupted(what);
    }
    use(turn, use);
  }

  /** Does something while nobody uses the pool, closed or not; an interrupt is kept for later. */
  void quietly(Runnable use) {
    checkOutside("close()");
    boolean interrupted = false;
    while (true) {
      try {
        Turns.Turn turn = turns.take();
        turns.await(turn);
        use(turn, use);
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void use(Turns.Turn turn, Runnable use) {
    user = Thread.currentThread();
    try {
      use.run();
    } finally {
      user = null;
      turns.end(turn);
    }
  }

  /** Who uses the pool already would wait for itself. */
  private void checkOutside(String what) {
    if (Session.insideDispatch()) {
      throw new IllegalStateException(
          what + " is called by a rank; call it outside of dispatches, the pool is in use");
    }
    if (user == Thread.currentThread()) {
      throw new IllegalStateException(
          what + " is called within a run of the same pool; call it when the run is over");
    }
  }

  private static CancelledException interrupted(String what) {
    Thread.currentThread().interrupt();
    return new CancelledException(what + " was interrupted before it began");
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
