package dev.smalti.runtime.pool;

/**
 * I32 cells, an instance for each rank.
 *
 * <p>{@link #add} and {@link #set} are releases, {@link #await} and {@link #read} acquires: what a
 * rank wrote before it changed a cell is visible to who saw the value. No change of a cell is
 * missed by a rank that waits for it.
 */
public interface PoolCells {
  /**
   * How many cells an instance has.
   *
   * @return at least 0
   */
  int count();

  /**
   * Adds to a cell atomically; the sum wraps.
   *
   * @param rank the rank that calls
   * @param peer whose cell
   * @param cell which, in {@code [0, count())}
   * @param value what is added
   * @param line the line in the user's source, 0 if it is not known
   */
  void add(int rank, int peer, int cell, int value, int line);

  /**
   * Sets a cell.
   *
   * @param rank the rank that calls
   * @param peer whose cell
   * @param cell which, in {@code [0, count())}
   * @param value what it becomes
   * @param line the line in the user's source, 0 if it is not known
   */
  void set(int rank, int peer, int cell, int value, int line);

  /**
   * Whether a cell of the calling rank stands in a relation, now or very soon: a pool may look a
   * few times, if that costs less than to sleep. If it does, that is an acquire as of {@link
   * #await}.
   *
   * @param rank the rank that calls
   * @param cell which, in {@code [0, count())}
   * @param relation the relation
   * @param value what the cell is compared with
   * @return true if it holds; false says nothing, and {@link #await} has to follow
   */
  default boolean holdsSoon(int rank, int cell, Relation relation, int value) {
    return false;
  }

  /**
   * Waits until a cell of the calling rank stands in a relation.
   *
   * @param rank the rank that calls
   * @param cell which, in {@code [0, count())}
   * @param relation the relation
   * @param value what the cell is compared with
   * @param line the line in the user's source, 0 if it is not known
   * @return true if it holds; false if it does not, and the run was cancelled
   */
  boolean await(int rank, int cell, Relation relation, int value, int line);

  /**
   * A cell of the calling rank, now. A pool that decides who runs may let others go first.
   *
   * @param rank the rank that calls
   * @param cell which, in {@code [0, count())}
   * @param line the line in the user's source, 0 if it is not known
   * @return its value
   */
  int read(int rank, int cell, int line);

  /**
   * A cell, for a report. Any thread may ask, and nobody waits.
   *
   * @param rank whose cell
   * @param cell which, in {@code [0, count())}
   * @return its value
   */
  int peek(int rank, int cell);

  /** Makes every cell zero. Called by the host while the pool is settled. */
  void zero();
}
