package dev.smalti.runtime;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A run that was submitted. Several threads may join or cancel it. */
public final class Run {
  private final String program;
  private final OpenPool pool;
  private final Turn turn;

  /** What the ranks do at this moment, a line each, if it is this run that they perform. */
  private final Supplier<String> doing;

  private final CountDownLatch done = new CountDownLatch(1);
  private volatile @Nullable Throwable thrown;

  private Run(String program, OpenPool pool, Turn turn, Supplier<String> doing) {
    this.program = program;
    this.pool = pool;
    this.turn = turn;
    this.doing = doing;
  }

  static Run start(
      String program, OpenPool pool, Turn turn, Runnable work, Supplier<String> doing) {
    Run run = new Run(program, pool, turn, doing);
    Thread.ofVirtual().name("smalti-run-" + program).start(() -> run.perform(work));
    return run;
  }

  private void perform(Runnable work) {
    try {
      work.run();
    } catch (Throwable failure) { // Kept for every join.
      thrown = failure;
    } finally {
      done.countDown();
    }
  }

  /**
   * Waits for the end, and throws what the run threw, every time the same.
   *
   * @throws CancelledException if the run was cancelled; or if the calling thread was interrupted,
   *     which it is still, and then the run goes on
   * @throws IllegalStateException if a rank calls it, or the body of another run of the pool, while
   *     this one goes on
   */
  public void join() {
    checkOutside();
    try {
      done.await();
    } catch (InterruptedException _) {
      throw interrupted();
    }
    rethrow();
  }

  /**
   * As {@link #join()}, for a limited time.
   *
   * @param atMost how long, not negative
   * @throws RunTimeoutException if the time is over; the run goes on, and the message says what
   *     each rank does
   * @throws IllegalArgumentException if the time is negative
   */
  public void join(Duration atMost) {
    if (atMost.isNegative()) {
      throw new IllegalArgumentException(
          "join(" + atMost + ") of " + program + ": a time is not negative");
    }
    checkOutside();
    boolean ended;
    try {
      ended = done.await(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      throw interrupted();
    }
    if (!ended) {
      throw new RunTimeoutException(
          program
              + " has not ended within "
              + atMost
              + "; it goes on, join it again or cancel it"
              + progress());
    }
    rethrow();
  }

  /**
   * Gives the run up and returns at once. If it has not begun, it never does. If it is under way,
   * each rank stops at its next poll, read, access to a window or wait, and the body of the program
   * at its next dispatch; generated loops of ranks poll. Then {@link #join()} throws a {@link
   * CancelledException} that says where the ranks were; what they had written by then stays
   * written. A run that has ended stays as it is.
   */
  public void cancel() {
    pool.cancel(turn, "Run.cancel() was called");
  }

  private String progress() {
    int before = pool.before(turn);
    if (before > 0) {
      return "\n  it waits for " + (before == 1 ? "1 run" : before + " runs") + " before it";
    }
    return doing.get();
  }

  /** Who is part of what the run waits for would wait for itself. */
  private void checkOutside() {
    if (done.getCount() > 0) {
      pool.checkOutside("join() of " + program);
    }
  }

  private CancelledException interrupted() {
    Thread.currentThread().interrupt();
    return new CancelledException("interrupted while waiting for " + program + ", which goes on");
  }

  private void rethrow() {
    switch (thrown) {
      case null -> {}
      case RuntimeException failure -> throw failure;
      case Error failure -> throw failure;
      case Throwable failure -> throw new IllegalStateException(failure);
    }
  }
}
