package dev.smalti.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The shares of a collective on several cores of one rank, each on a thread of its own: the first
 * on that of the rank, which alone sleeps in the pool. When {@link #run} returns, no share runs.
 *
 * <p>To the pool a rank is one: it is awake as long as one of its shares runs, and asleep when all
 * of them wait or are done. So a share that waits looks at its cell from time to time while others
 * run. When none does, the thread of the rank waits in the pool for what any of them waits for; and
 * while it sleeps there, nobody but it lets a share go on, so that the pool never takes a rank for
 * asleep that is not.
 */
final class Shares {
  /** How often a share looks before it sleeps for a moment. */
  private static final int LOOKS = 20;

  private static final long MOMENT_NANOS = 20_000;

  /** What one share waits for. */
  private static final class Wait {
    final BooleanSupplier holds;
    final Thread thread = Thread.currentThread();
    boolean held;

    Wait(BooleanSupplier holds) {
      this.holds = holds;
    }
  }

  private final List<Core> cores;
  private final ShareCall call;
  private final Thread rank = Thread.currentThread();
  private final List<Wait> waits = new ArrayList<>();

  /** Shares that neither wait nor are done. */
  private int running;

  /** Whether the thread of the rank is in the pool. */
  private volatile boolean asleep;

  private volatile boolean over;
  private @Nullable Failure failure;

  /**
   * Nothing runs yet.
   *
   * @param cores one a share
   * @param call runs a share
   */
  Shares(List<Core> cores, ShareCall call) {
    this.cores = List.copyOf(cores);
    this.call = call;
    this.running = cores.size();
  }

  /** A share that failed. */
  record Failure(int share, Throwable thrown) {
    private boolean comesBefore(Failure other) {
      boolean stopped = thrown instanceof CancelledException;
      return stopped == other.thrown instanceof CancelledException ? share < other.share : !stopped;
    }
  }

  /** Whether shares that still run have to stop. */
  boolean isOver() {
    return over;
  }

  /** Runs all shares, or stops after one has failed. */
  Optional<Failure> run(String name, SleepInPool pool) {
    for (int share = 1; share < cores.size(); share++) {
      int other = share;
      Thread.ofVirtual().name(name + "-core-" + share).start(() -> perform(other));
    }
    perform(0);
    awaitOthers(pool);
    return failure();
  }

  private synchronized Optional<Failure> failure() {
    return Optional.ofNullable(failure);
  }

  /** How the thread of the rank waits in the pool. */
  @FunctionalInterface
  interface SleepInPool {
    /** Gives whether it holds; else the run was cancelled. */
    boolean await(BooleanSupplier holds);
  }

  private void perform(int share) {
    try {
      call.run(cores.get(share), share);
    } catch (Throwable thrown) { // Whatever it is, it is thrown where the collective was called.
      fails(share, thrown);
    } finally {
      stops();
    }
  }

  /** One share fewer runs. */
  private synchronized void stops() {
    running--;
    if (running == 0) {
      LockSupport.unpark(rank);
    }
  }

  /** The first share in order counts, of those that did not only stop. */
  private synchronized void fails(int share, Throwable thrown) {
    Failure next = new Failure(share, thrown);
    if (failure == null || next.comesBefore(failure)) {
      failure = next;
    }
    end();
  }

  private void end() {
    over = true;
    waits.forEach(wait -> LockSupport.unpark(wait.thread));
    LockSupport.unpark(rank);
  }

  /**
   * Waits, as a share.
   *
   * @return true if it holds; false if it does not, and the shares are to stop
   */
  boolean await(BooleanSupplier holds, SleepInPool pool) {
    if (holds.getAsBoolean()) {
      return true;
    }
    Wait wait = new Wait(holds);
    synchronized (this) {
      waits.add(wait);
    }
    stops();
    long looks = 0;
    while (!goesOn(wait)) {
      if (Thread.currentThread() == rank && sleeps(pool)) {
        continue;
      }
      rest(looks++);
    }
    return wait.held;
  }

  /** Whether the share of a wait runs again. */
  private synchronized boolean goesOn(Wait wait) {
    if (!waits.contains(wait)) {
      return true; // The thread of the rank has let it go.
    }
    if (asleep || !over && !wait.holds.getAsBoolean()) {
      return false;
    }
    wait.held = wait.holds.getAsBoolean();
    waits.remove(wait);
    running++;
    return true;
  }

  /** The thread of the rank, whose share is done, goes on when all are. */
  private void awaitOthers(SleepInPool pool) {
    long looks = 0;
    while (!allDone()) {
      if (!sleeps(pool)) {
        rest(looks++);
      }
    }
  }

  private synchronized boolean allDone() {
    return running == 0 && waits.isEmpty();
  }

  /** If no share runs, waits in the pool until one can; gives whether it did. */
  private boolean sleeps(SleepInPool pool) {
    List<Wait> open;
    synchronized (this) {
      if (running > 0 || waits.isEmpty() || over) {
        return false;
      }
      asleep = true;
      open = List.copyOf(waits);
    }
    boolean held = false;
    try {
      held = pool.await(() -> open.stream().anyMatch(wait -> wait.holds.getAsBoolean()));
    } finally {
      awake(open, held);
    }
    return true;
  }

  /** Lets those shares go on that can; all of them if the run was cancelled. */
  private synchronized void awake(List<Wait> open, boolean held) {
    asleep = false;
    for (Wait wait : open) {
      wait.held = wait.holds.getAsBoolean();
      if (wait.held) {
        waits.remove(wait);
        running++;
      }
      LockSupport.unpark(wait.thread); // The others look for themselves while some run.
    }
    if (!held) {
      end();
    }
  }

  /** Between two looks. */
  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on a turn: without it a share sleeps.
  private void rest(long looks) {
    if (asleep) {
      LockSupport.park(this);
      Thread.interrupted(); // A share has no use for it, and with it set there is no sleep.
    } else if (looks < LOOKS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(this, MOMENT_NANOS);
      Thread.interrupted();
    }
  }
}
