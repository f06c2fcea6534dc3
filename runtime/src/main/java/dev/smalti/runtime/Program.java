package dev.smalti.runtime;

import java.util.function.Function;

/**
 * A compiled {@code @Host} method.
 *
 * @param <P> the generated class with its typed run and submit
 * @param name the user's class and method, {@code RingSum.allReduce}
 * @param bind sets it up on a worker
 */
public record Program<P extends PreparedProgram>(String name, Function<Worker, P> bind) {
  /**
   * Sets the program up on a worker of its own.
   *
   * @param pool where it runs
   * @return the program; closing it frees its windows, the pool stays open
   * @throws IllegalStateException if the pool was closed
   */
  public P prepare(DevicePool pool) {
    return pool.worker().prepare(this);
  }
}
