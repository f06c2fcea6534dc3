package dev.smalti.lang.spi;

import java.util.function.IntConsumer;

/**
 * The ranks of one run, with the windows and signals that they share.
 *
 * <p>Windows and signals are made by the thread that dispatches. Each rank runs its dispatches in
 * the order in which they were made; between ranks there is no order but signals.
 */
public interface Ranks {
  /** How many cores a device has that is not a machine of its own; they share its processors. */
  int SIMULATED_CORES = 64;

  /**
   * How many ranks.
   *
   * @return the number of ranks, at least 1
   */
  int size();

  /**
   * How many cores each device has.
   *
   * @return at least 1
   */
  int cores();

  /**
   * Whether the calling thread runs a dispatch, so that {@link #current()} is known.
   *
   * @return true inside a dispatch
   */
  boolean bound();

  /**
   * The rank whose dispatch the calling thread runs.
   *
   * @return from 0 to {@code size() - 1}
   * @throws IllegalStateException outside a dispatch
   */
  int current();

  /**
   * New window memory, zero on every rank.
   *
   * @param name what reports call it
   * @param bytes the size of one instance, at least 1
   * @return the memory, which lives as long as it can be reached
   */
  WindowMemory window(String name, long bytes);

  /**
   * New signal cells, zero on every rank.
   *
   * @param name what reports call it
   * @param shape the extents, so that reports can name a cell as the user does; an extent may be 0
   * @return the cells
   */
  SignalCells signal(String name, int[] shape);

  /**
   * The ranks of a domain: some of the devices, which run dispatches of all domains in the order in
   * which they were made.
   *
   * @param devices the device of each rank, ascending, each from 0 to {@code size() - 1}
   * @return ranks that share the devices of these
   */
  Ranks devices(int... devices);

  /**
   * Enqueues one dispatch for each rank. Returns without waiting for them.
   *
   * @param call what each rank runs; it is given the rank
   * @throws IllegalStateException inside a dispatch
   */
  void forEachRank(IntConsumer call);

  /**
   * Waits until all dispatches are done.
   *
   * @throws RuntimeException the first failure of a dispatch, or the report that every rank is
   *     blocked or finished and no wait can end
   */
  void finish();

  /**
   * Gives up the dispatches, because the thread that made them has failed. No dispatch runs when it
   * returns.
   *
   * @throws RuntimeException the first failure of a dispatch
   */
  void abandon();
}
