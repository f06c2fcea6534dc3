package dev.smalti.simulator;

import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.pool.PoolCells;
import dev.smalti.runtime.pool.PoolWindow;
import dev.smalti.runtime.pool.Relation;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One rank runs at a time. At each step (notify, await, read of a cell, reaching for a window) it
 * stands still, and the order of the run says who goes on; so the same order gives the same run.
 * Ranks start when the host settles.
 *
 * <p>All state belongs to who has the turn, and passes with it; only {@link #cancelled} is set from
 * outside.
 */
final class SeededPool implements Pool {
  private static final int HOST = -1;

  private enum Status {
    IDLE,
    READY,
    BLOCKED
  }

  /** A rank, its queue and what it stands before. */
  private static final class Rank {
    final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    Status status = Status.IDLE;
    int line;

    /** Whether it has read in vain since it was its turn. */
    boolean polls;

    @Nullable Thread thread;

    /** What it is blocked for. */
    BooleanSupplier wanted = () -> false;
  }

  private final String name;
  private final Rank[] ranks;
  private final Supplier<Order> orders;
  private Order order;
  private @Nullable RuntimeException failed;
  private volatile @Nullable Thread host;
  private volatile int turn = HOST;
  private volatile boolean cancelled;
  private volatile boolean closed;

  SeededPool(String name, int size, Supplier<Order> orders) {
    this.name = name;
    this.orders = orders;
    this.order = orders.get();
    this.ranks = new Rank[size];
    for (int rank = 0; rank < size; rank++) {
      ranks[rank] = new Rank();
    }
  }

  @Override
  public int size() {
    return ranks.length;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public PoolWindow window(long bytes) {
    return Memory.owned(size(), bytes);
  }

  @Override
  public PoolCells cells(int count) {
    return new Cells(count);
  }

  @Override
  public void begin() {
    cancelled = false;
    failed = null;
    order = orders.get();
  }

  @Override
  public void dispatch(int rank, Runnable work) {
    if (closed) {
      throw new IllegalStateException("the pool " + name + " is closed");
    }
    ranks[rank].queue.add(work);
  }

  @Override
  public boolean settle() throws InterruptedException {
    host = Thread.currentThread();
    if (turn == HOST) {
      pass(HOST);
    }
    while (turn != HOST) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.park(this);
    }
    boolean drained = true;
    for (Rank rank : ranks) {
      drained &= rank.status == Status.IDLE;
    }
    if (drained && failed != null) {
      throw failed;
    }
    return drained;
  }

  @Override
  public void end() {
    if (!cancelled) {
      order.end();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public void step(int rank, int line) {
    stand(rank, line, Status.READY);
  }

  /** The next read is a step; there the others come first. */
  @Override
  public void pause(int rank, long rounds) {
    ranks[rank].polls = true;
  }

  @Override
  public boolean await(int rank, BooleanSupplier holds, int line) {
    step(rank, line);
    while (!holds.getAsBoolean()) {
      if (cancelled) {
        return false;
      }
      ranks[rank].wanted = holds;
      stand(rank, line, Status.BLOCKED);
    }
    ranks[rank].status = Status.READY;
    return true;
  }

  /** Stands still until it is this rank's turn again; a task of the rank may stand for it. */
  private void stand(int rank, int line, Status status) {
    ranks[rank].thread = Thread.currentThread();
    ranks[rank].line = line;
    ranks[rank].status = status;
    pass(rank);
    while (turn != rank) {
      LockSupport.park(this);
      Thread.interrupted(); // A rank has no use for it, and with it set there is no sleep.
    }
  }

  /** Gives the turn to who goes on; to the host if nobody can. */
  private void pass(int from) {
    int next = next(from);
    if (next == from) {
      return;
    }
    if (next == HOST) {
      turn = HOST;
      LockSupport.unpark(host);
      return;
    }
    Rank rank = ranks[next];
    Thread waiting = rank.thread;
    if (waiting != null) {
      turn = next;
      LockSupport.unpark(waiting);
    } else {
      Thread fresh =
          Thread.ofVirtual().name("smalti-" + name + "-rank-" + next).unstarted(() -> drain(next));
      rank.thread = fresh; // Before the turn passes, and with it all state.
      turn = next;
      fresh.start();
    }
  }

  private int next(int from) {
    boolean[] runnable = new boolean[ranks.length];
    boolean[] polling = new boolean[ranks.length];
    int[] lines = new int[ranks.length];
    boolean any = false;
    for (int rank = 0; rank < ranks.length; rank++) {
      runnable[rank] = runnable(ranks[rank]);
      polling[rank] = ranks[rank].polls;
      lines[rank] = line(ranks[rank]);
      any |= runnable[rank];
    }
    if (!any) {
      return HOST;
    }
    try {
      int next = order.next(from, runnable, polling, lines);
      ranks[next].polls = false;
      return next;
    } catch (IllegalStateException mismatch) {
      failed = mismatch;
      cancelled = true;
      order = new Drawn(0); // Only to let every rank stop.
      return next(from);
    }
  }

  private boolean runnable(Rank state) {
    return switch (state.status) {
      case IDLE -> !state.queue.isEmpty();
      case READY -> true;
      case BLOCKED -> cancelled || state.wanted.getAsBoolean();
    };
  }

  private static int line(Rank state) {
    if (state.status != Status.IDLE) {
      return state.line;
    }
    return state.queue.isEmpty() ? Order.IDLE : Order.FRESH;
  }

  /** Performs the queue of a rank; the thread ends with it. */
  private void drain(int number) {
    Rank rank = ranks[number];
    Runnable work;
    while ((work = rank.queue.poll()) != null) {
      rank.status = Status.READY;
      rank.line = 0;
      try {
        work.run();
      } catch (Throwable thrown) { // Told by settle(); the turn must go on.
        failed = new IllegalStateException("a dispatch on " + name + " threw", thrown);
        cancelled = true;
      }
    }
    rank.status = Status.IDLE;
    rank.thread = null;
    pass(number);
  }

  /** The cells of one signal. */
  private final class Cells implements PoolCells {
    private final CellArrays values;

    Cells(int count) {
      values = new CellArrays(size(), count);
    }

    @Override
    public int count() {
      return values.count();
    }

    @Override
    public void add(int rank, int peer, int cell, int value, int line) {
      step(rank, line);
      values.add(peer, cell, value);
    }

    @Override
    public void set(int rank, int peer, int cell, int value, int line) {
      step(rank, line);
      values.set(peer, cell, value);
    }

    @Override
    public boolean await(int rank, int cell, Relation relation, int value, int line) {
      return SeededPool.this.await(rank, () -> relation.holds(values.get(rank, cell), value), line);
    }

    @Override
    public int read(int rank, int cell, int line) {
      step(rank, line);
      return values.acquire(rank, cell);
    }

    @Override
    public int peek(int rank, int cell) {
      return values.acquire(rank, cell);
    }

    @Override
    public void zero() {
      values.zero();
    }
  }
}
