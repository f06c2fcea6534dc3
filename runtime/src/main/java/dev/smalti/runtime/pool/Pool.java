package dev.smalti.runtime.pool;

import dev.smalti.lang.spi.Ranks;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * Devices, one for each rank. One thread at a time, the host, makes windows and cells, dispatches
 * and settles; steps, notifies and awaits come from the dispatches.
 */
public interface Pool extends AutoCloseable {
  /**
   * How many ranks.
   *
   * @return at least 1
   */
  int size();

  /**
   * The device that a rank runs on.
   *
   * @param rank the rank
   * @return its number
   */
  default int device(int rank) {
    return rank;
  }

  /**
   * How many cores each device has.
   *
   * @return at least 1
   */
  default int cores() {
    return Ranks.SIMULATED_CORES;
  }

  /**
   * Whether several threads of one rank may reach for windows and cells at the same time, each
   * within a dispatch of that rank. Then only one of them is in {@link #await} at a time, and what
   * it waits for may follow from what the others wait for.
   *
   * @return false if a rank is one thread, and does one thing after the other
   */
  default boolean concurrent() {
    return false;
  }

  /**
   * What reports call it, as the user wrote it.
   *
   * @return such as {@code threads(4)}
   */
  String name();

  /**
   * Maps a window: memory of every rank, zero before any rank can see it, aligned to 64 bytes.
   *
   * @param bytes the size of one instance, at least 1
   * @return the window
   */
  PoolWindow window(long bytes);

  /**
   * Makes cells of every rank, each an I32 that is zero.
   *
   * @param count how many cells an instance has, at least 0
   * @return the cells
   */
  PoolCells cells(int count);

  /**
   * Called by a rank before it reaches for the memory of a window, its own or a peer's. A pool that
   * decides who runs may let others go first.
   *
   * @param rank the rank that calls
   * @param line the line in the user's source, 0 if it is not known
   */
  void step(int rank, int line);

  /**
   * Copies between instances of windows, or between one and other memory: one transfer of a rank.
   *
   * @param rank the rank that calls
   * @param source what is copied
   * @param target where it goes, at least as large
   * @param line the line in the user's source, 0 if it is not known
   */
  default void copy(int rank, MemorySegment source, MemorySegment target, int line) {
    step(rank, line);
    target.copyFrom(source);
  }

  /**
   * The calling rank has read cells in a loop and seen no change. It goes on when this returns; a
   * pool in which others may need its place lets them run first, for a bounded time.
   *
   * @param rank the rank that calls
   * @param rounds how many rounds in a row were in vain, from 1
   */
  void pause(int rank, long rounds);

  /**
   * A rank waits for something that follows from several of its cells.
   *
   * @param rank the rank that calls
   * @param holds whether it holds: asked again whenever a cell of the rank may have changed, by a
   *     thread that sees all that the rank did before; it reads cells with {@link PoolCells#peek}
   * @param line the line in the user's source, 0 if it is not known
   * @return true if it holds; false if it does not, and the run was cancelled
   */
  boolean await(int rank, BooleanSupplier holds, int line);

  /** Starts a run. The pool is settled; a cancellation of the run before is forgotten. */
  void begin();

  /**
   * Enqueues work of a rank. Each rank performs its queue in order; what the host wrote before is
   * visible to it.
   *
   * @param rank whose work
   * @param work what is performed; what it throws ends {@link #settle()}
   */
  void dispatch(int rank, Runnable work);

  /**
   * Waits until no rank can go on by itself. What the ranks wrote is then visible to the host, and
   * to what is dispatched later. A run may settle several times.
   *
   * @return true if every queue is drained; false if the run is stalled: some rank is in {@link
   *     PoolCells#await} or {@link #await}, the others are drained, and no awaited relation holds.
   *     Never false after {@link #cancel()}
   * @throws InterruptedException if the host is interrupted; the ranks go on, so cancel and settle
   *     again
   * @throws IllegalStateException if work threw something; the ranks have been cancelled and are
   *     drained
   */
  boolean settle() throws InterruptedException;

  /**
   * The run is over: it has settled, drained, and nothing more is dispatched.
   *
   * @throws IllegalStateException if it is not the run that was to be performed
   */
  default void end() {}

  /**
   * Makes every await of this run that does not hold end, now and later. Any thread may call it
   * between {@link #begin()} and the last {@link #settle()} of the run.
   */
  void cancel();

  /**
   * Whether this run was cancelled. Cheap; long loops ask it.
   *
   * @return whether {@link #cancel()} was called since {@link #begin()}
   */
  boolean cancelled();

  /** Ends the threads. The pool is settled. Calling it again does nothing. */
  @Override
  void close();
}
