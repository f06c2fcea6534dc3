package dev.smalti.runtime;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A run that was submitted. Several threads may join it. */
public final class Run {
  private final String program;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile @Nullable Throwable thrown;

  private Run(String program) {
    this.program = program;
  }

  static Run start(String program, Runnable work) {
    Run run = new Run(program);
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
   * @throws CancelledException if the calling thread was interrupted; it is interrupted still, and
   *     the run goes on
   */
  public void join() {
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
   * @throws RunTimeoutException if the time is over; the run goes on
   * @throws IllegalArgumentException if the time is negative
   */
  public void join(Duration atMost) {
    if (atMost.isNegative()) {
      throw new IllegalArgumentException(
          "join(" + atMost + ") of " + program + ": a time is not negative");
    }
    boolean ended;
    try {
      ended = done.await(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      throw interrupted();
    }
    if (!ended) {
      throw new RunTimeoutException(
          program + " has not ended within " + atMost + "; it goes on, join it again");
    }
    rethrow();
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
