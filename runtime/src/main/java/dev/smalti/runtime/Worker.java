package dev.smalti.runtime;

import java.util.ArrayList;
import java.util.List;

/** Programs that were set up once on a pool and run many times. Several threads may use it. */
public final class Worker implements AutoCloseable {
  private final OpenPool pool;
  private final List<PreparedProgram> programs = new ArrayList<>();
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
   * @throws IllegalStateException if the worker or its pool was closed
   */
  public <P extends PreparedProgram> P prepare(Program<P> program) {
    checkOpen(program.name());
    P prepared = program.bind().apply(this);
    synchronized (programs) {
      programs.add(prepared);
    }
    return prepared;
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

  /**
   * Waits for the runs that were asked for, then closes the programs. Calling it again does
   * nothing.
   */
  @Override
  public void close() {
    closed = true;
    List<PreparedProgram> open;
    synchronized (programs) {
      open = List.copyOf(programs);
      programs.clear();
    }
    open.forEach(PreparedProgram::close);
  }
}
