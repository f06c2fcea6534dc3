package dev.smalti.runtime;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of one kernel on several threads: the calling one, and as many of the JDK's common pool as
 * there are cores and blocks. Each takes the next block until none is left, so a pool that is busy
 * with other things delays nothing: the caller does what nobody else does. When {@link #run}
 * returns, no block runs.
 */
final class Launch {
  private final int blocks;
  private final BlockCall call;
  private final AtomicInteger next = new AtomicInteger();
  private volatile boolean over;

  /** Threads of the pool that take blocks now; once it is closed, no other one begins. */
  private int active;

  private boolean closed;
  private @Nullable Failure failure;

  Launch(int blocks, BlockCall call) {
    this.blocks = blocks;
    this.call = call;
  }

  /** How many threads are worth it. */
  static int width(int blocks) {
    return Math.min(blocks, ForkJoinPool.getCommonPoolParallelism() + 1);
  }

  /** Whether blocks that still run have to stop. */
  boolean isOver() {
    return over;
  }

  /**
   * Runs all blocks, or stops after one has failed.
   *
   * @param cores one a thread; the first is that of the calling thread
   */
  void run(List<Core> cores) {
    for (Core core : cores.subList(1, cores.size())) {
      ForkJoinPool.commonPool().execute(() -> join(core));
    }
    work(cores.getFirst());
    if (awaitOthers(cores.getFirst())) {
      Thread.currentThread().interrupt();
    }
  }

  private void join(Core core) {
    synchronized (this) {
      if (closed) {
        return;
      }
      active++;
    }
    try {
      work(core);
    } finally {
      synchronized (this) {
        active--;
        notifyAll();
      }
    }
  }

  /** Gives whether the thread was interrupted meanwhile, which ends the launch. */
  private synchronized boolean awaitOthers(Core core) {
    closed = true;
    boolean interrupted = false;
    while (active > 0) {
      try {
        wait();
      } catch (InterruptedException _) {
        interrupted = true;
        fails(core, blocks, core.interrupted());
      }
    }
    return interrupted;
  }

  private void work(Core core) {
    for (int block = next(); block < blocks; block = next()) {
      try {
        call.run(core, block);
      } catch (Throwable thrown) { // Whatever it is, it is thrown where the task was asked for.
        fails(core, block, thrown);
      }
    }
  }

  private int next() {
    return over ? blocks : next.getAndIncrement();
  }

  /** The first block in order counts, of those that did not stop because of another one. */
  private synchronized void fails(Core core, int block, Throwable thrown) {
    boolean consequence = over && thrown instanceof CancelledException;
    if (failure == null || block < failure.block() && !consequence) {
      failure = new Failure(core, block, thrown);
    }
    over = true;
  }

  /** What a block threw, once {@link #run} has returned; nothing if all are done. */
  synchronized Optional<Failure> failure() {
    return Optional.ofNullable(failure);
  }

  /**
   * A block that failed.
   *
   * @param core on which
   * @param block which
   * @param thrown what it threw
   */
  record Failure(Core core, int block, Throwable thrown) {
    /** What is thrown; errors are thrown here already. */
    RuntimeException unchecked() {
      if (thrown instanceof Error error) {
        throw error;
      }
      return (RuntimeException) thrown; // Kernels declare no exceptions.
    }
  }
}
