package dev.smalti.runtime;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

/** Programs that were set up once on a pool and run many times. Several threads may use it. */
public final class Worker implements AutoCloseable {
  private final OpenPool pool;
  private final Set<PreparedProgram> programs = new LinkedHashSet<>();
  private volatile boolean closed;

  Worker(OpenPool pool) {
    this.pool = pool;
  }

  /**
   * How many devices.
   *
   * @return at least 1
   */
  public int size() {
    return pool.size();
  }

  /**
   * Sets a program up.
   *
   * @param <P> the generated class with its typed run and submit
   * @param program the compiled program
   * @return the program on this worker, which closes it
   * @throws IllegalArgumentException if {@code @Host(worlds = ...)} excludes the size of the pool
   * @throws IllegalStateException if the worker or its pool was closed
   */
  public <P extends PreparedProgram> P prepare(Program<P> program) {
    checkSize(program);
    synchronized (programs) {
      checkOpen(program.name());
      P prepared = program.bind().apply(this);
      programs.add(prepared);
      return prepared;
    }
  }

  private void checkSize(Program<?> program) {
    if (!program.worlds().contains(size())) {
      throw new IllegalArgumentException(
          program.name()
              + " is written for worlds of "
              + program.worlds().text()
              + " ranks, the pool "
              + pool
              + " has "
              + size()
              + ": prepare it on a pool of such a size, or add "
              + size()
              + " to @Host(worlds = \""
              + program.worlds().text()
              + "\"), so that the compiler checks it too");
    }
  }

  OpenPool pool() {
    return pool;
  }

  void checkOpen(String program) {
    if (closed) {
      throw new IllegalStateException(
          program + ": its worker was closed; take another one from the pool");
    }
    pool.checkOpen();
  }

  /** A program that was closed is no longer ours to close. */
  void forget(PreparedProgram program) {
    synchronized (programs) {
      programs.remove(program);
    }
  }

  /**
   * Closes the programs, as {@link #close(Duration)} with ten seconds. Calling it again does
   * nothing.
   *
   * @throws IllegalStateException if a rank calls it, or the body of a run of this pool
   */
  @Override
  public void close() {
    close(OpenPool.GRACE);
  }

  /**
   * Closes the programs. Their runs that were asked for have a time, one for all, to end by
   * themselves; then they are cancelled, as {@link PreparedProgram#close(Duration)} says.
   *
   * @param grace how long runs may go on; zero cancels them at once
   * @throws IllegalArgumentException if the time is negative
   * @throws IllegalStateException if a rank calls it, or the body of a run of this pool
   */
  public void close(Duration grace) {
    long nanos = OpenPool.nanos(grace);
    pool.checkOutside("close()");
    Set<PreparedProgram> open;
    synchronized (programs) {
      closed = true;
      open = new LinkedHashSet<>(programs);
    }
    pool.finish(turn -> open.contains(turn.owner()), nanos, "the worker was closed");
    open.forEach(program -> program.close(Duration.ZERO));
  }
}
