package dev.smalti.runtime;

import dev.smalti.runtime.protocol.WorldSizes;
import java.util.function.Function;

/**
 * A compiled {@code @Host} method.
 *
 * @param <P> the generated class with its typed run and submit
 * @param name the user's class and method, {@code RingSum.allReduce}
 * @param bind sets it up on a worker
 * @param worlds with how many ranks it may be prepared
 */
public record Program<P extends PreparedProgram>(
    String name, Function<Worker, P> bind, WorldSizes worlds) {
  /**
   * A program for any number of ranks.
   *
   * @param name the user's class and method
   * @param bind sets it up on a worker
   */
  public Program(String name, Function<Worker, P> bind) {
    this(name, bind, "");
  }

  /**
   * A program for the numbers of ranks that {@code @Host(worlds = ...)} names.
   *
   * @param name the user's class and method
   * @param bind sets it up on a worker
   * @param worlds such as {@code "2, 4..8"}; empty for any number
   */
  public Program(String name, Function<Worker, P> bind, String worlds) {
    this(name, bind, WorldSizes.parse(worlds));
  }

  /**
   * Sets the program up on a worker of its own.
   *
   * @param pool where it runs
   * @return the program; closing it frees its windows, the pool stays open
   * @throws IllegalArgumentException if {@code @Host(worlds = ...)} excludes the size of the pool
   * @throws IllegalStateException if the pool was closed
   */
  public P prepare(DevicePool pool) {
    return pool.worker().prepare(this);
  }
}
