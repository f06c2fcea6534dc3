package dev.smalti.simulator;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one rank, and the thread that performs it: a platform thread that lives as long as
 * the pool, or a virtual one that lives as long as there is work.
 */
abstract sealed class Lane {
  private static final int NONE = -1;

  private final Consumer<Runnable> perform;
  private final Runnable drained;
  private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();

  /** Work that is queued or runs. */
  private final AtomicInteger pending = new AtomicInteger();

  private Lane(Consumer<Runnable> perform, Runnable drained) {
    this.perform = perform;
    this.drained = drained;
  }

  /** A thread of the operating system, which looks for work a little while before it sleeps. */
  static Lane platform(String name, int spins, Consumer<Runnable> perform, Runnable drained) {
    Platform lane = new Platform(spins, perform, drained);
    lane.thread = Thread.ofPlatform().name(name).daemon().unstarted(lane::serve);
    lane.thread.start();
    return lane;
  }

  /** Virtual threads, one at a time. */
  static Lane virtual(String name, Consumer<Runnable> perform, Runnable drained) {
    return new Virtual(name, perform, drained);
  }

  /** Adds work; gives whether the lane was drained before. {@link #start} has to follow. */
  boolean add(Runnable work) {
    queue.add(work);
    return pending.getAndIncrement() == 0;
  }

  /** Makes sure that work which was added is performed. */
  abstract void start(boolean wasDrained);

  /** Ends the sleep of the lane's thread. */
  abstract void wake();

  /** Ends the thread; the lane is drained. */
  abstract void close();

  /**
   * Performs the next piece of work; gives how many are left, or {@link #NONE} if there was none.
   */
  final int performNext() {
    Runnable work = queue.poll();
    if (work == null) {
      return NONE;
    }
    perform.accept(work);
    int left = pending.decrementAndGet();
    if (left == 0) {
      drained.run();
    }
    return left;
  }

  final boolean hasWork() {
    return !queue.isEmpty();
  }

  private static final class Platform extends Lane {
    private final int spins;
    private volatile boolean idle;
    private volatile boolean closed;
    private @Nullable Thread thread;

    Platform(int spins, Consumer<Runnable> perform, Runnable drained) {
      super(perform, drained);
      this.spins = spins;
    }

    @Override
    void start(boolean wasDrained) {
      if (idle) {
        idle = false;
        wake();
      }
    }

    @Override
    void wake() {
      LockSupport.unpark(thread);
    }

    @Override
    void close() {
      closed = true;
      wake();
    }

    void serve() {
      while (!closed) {
        if (performNext() == NONE) {
          rest();
        }
      }
    }

    private void rest() {
      for (int spin = 0; spin < spins; spin++) {
        if (hasWork()) {
          return;
        }
        Thread.onSpinWait();
      }
      idle = true; // Before the queue is looked at again: who adds work looks at this after.
      while (idle && !closed && !hasWork()) {
        LockSupport.park(this);
        Thread.interrupted(); // A rank has no use for it, and with it set there is no sleep.
      }
      idle = false;
    }
  }

  private static final class Virtual extends Lane {
    private final String name;
    private volatile @Nullable Thread thread;

    Virtual(String name, Consumer<Runnable> perform, Runnable drained) {
      super(perform, drained);
      this.name = name;
    }

    @Override
    void start(boolean wasDrained) {
      if (wasDrained) {
        Thread next = Thread.ofVirtual().name(name).unstarted(this::drain);
        thread = next;
        next.start();
      }
    }

    /**
     * Ends with the last piece of work: who adds more starts another thread. Work is in the queue
     * before it is counted, so the queue is never empty here.
     */
    private void drain() {
      int left;
      do {
        left = performNext();
      } while (left > 0);
    }

    @Override
    void wake() {
      LockSupport.unpark(thread);
    }

    @Override
    void close() {}
  }
}
