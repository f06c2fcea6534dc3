package dev.smalti.runtime;

import dev.smalti.runtime.pool.Pool;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A pool with what sits above every pool: the order of its users, and a core for each rank. */
final class OpenPool implements DevicePool {
  /** How long closing waits for runs to end by themselves, unless the caller says. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private final Pool pool;
  private final Core[] cores;
  private final Turns turns = new Turns();

  /** What holds windows of this pool. */
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();

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
  public int device(int rank) {
    return pool.device(Objects.checkIndex(rank, size()));
  }

  @Override
  public Worker worker() {
    checkOpen();
    return new Worker(this);
  }

  Session session(String program) {
    Session session = new Session(pool, cores, program, "", new Allocator.Reused(pool));
    sessions.add(session);
    return session;
  }

  /**
   * Takes a place in the queue of users.
   *
   * @param owner who takes it
   * @param check throws if the owner no longer may
   */
  Turn take(Object owner, String what, Runnable check) {
    checkOutside(what);
    try {
      return turns.take(owner, check);
    } catch (InterruptedException _) {
      throw interrupted(what);
    }
  }

  /** Does something while nobody else uses the pool. The turn ends with it. */
  void inTurn(Turn turn, String what, Runnable use) {
    try {
      turns.await(turn);
    } catch (InterruptedException _) {
      throw interrupted(what);
    }
    turn.reason()
        .ifPresent(
            reason -> {
              turns.end(turn);
              throw new CancelledException(what + " was cancelled before it began: " + reason);
            });
    use(turn, use);
  }

  private void use(Turn turn, Runnable use) {
    user = Thread.currentThread();
    try {
      use.run();
    } finally {
      user = null;
      turns.end(turn);
    }
  }

  /** Gives a run up, whether it waits or is under way. */
  void cancel(Turn turn, String why) {
    turns.cancel(turn, why);
  }

  /** How many runs have to end before this one begins. */
  int before(Turn turn) {
    return turns.before(turn);
  }

  /** Waits until some runs are over; cancels them when the time is up, or on an interrupt. */
  void finish(Predicate<Turn> which, long graceNanos, String why) {
    turns.finish(which, graceNanos, why);
  }

  /** How long closing waits. */
  static long nanos(Duration grace) {
    if (grace.isNegative()) {
      throw new IllegalArgumentException("close(" + grace + "): a time is not negative");
    }
    return TimeUnit.NANOSECONDS.convert(grace);
  }

  /** Frees the windows of a session when nobody uses the pool: now, or behind the present users. */
  void free(Session session) {
    if (!sessions.remove(session)) {
      return;
    }
    Turn turn = turns.takeNow(session);
    if (turns.before(turn) == 0) {
      use(turn, session::free);
    } else {
      Thread.ofVirtual()
          .name("smalti-" + pool.name() + "-free")
          .start(() -> afterOthers(turn, session::free));
    }
  }

  private void afterOthers(Turn turn, Runnable use) {
    turns.awaitAlways(turn);
    use(turn, use);
  }

  /** Who uses the pool already would wait for itself. */
  void checkOutside(String what) {
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
    close(GRACE);
  }

  @Override
  public void close(Duration grace) {
    long nanos = nanos(grace);
    checkOutside("close()");
    closed = true;
    finish(_ -> true, nanos, "the pool was closed");
    afterOthers(turns.takeNow(this), this::end);
  }

  private void end() {
    sessions.forEach(Session::free);
    sessions.clear();
    for (Core core : cores) {
      core.forget();
    }
    pool.close();
  }

  @Override
  public String toString() {
    return pool.name();
  }
}
