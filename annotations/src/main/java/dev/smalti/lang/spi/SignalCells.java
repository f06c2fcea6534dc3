package dev.smalti.lang.spi;

import dev.smalti.lang.Compare;
import dev.smalti.lang.Task;
import dev.smalti.lang.Update;

/**
 * The cells of one signal: an I32 each, an instance for each rank, zero at first.
 *
 * <p>A notify is a release: what its thread wrote before is visible to a thread whose await or read
 * saw the value. An await that ends and a read are acquires.
 */
public interface SignalCells {
  /**
   * How many ranks have an instance.
   *
   * @return the number of ranks, at least 1
   */
  int ranks();

  /**
   * How many cells an instance has.
   *
   * @return the number of cells, at least 0
   */
  int size();

  /**
   * Changes a cell of a rank, atomically.
   *
   * @param rank whose instance
   * @param cell from 0 to {@code size() - 1}
   * @param update how
   * @param value what is added or set; a sum wraps
   * @param site where in the user's source
   */
  void notify(int rank, long cell, Update update, int value, Site site);

  /**
   * Waits until a cell stands in a relation.
   *
   * @param rank whose instance: the rank of the calling thread
   * @param cell from 0 to {@code size() - 1}
   * @param relation {@code GE} or {@code EQ}
   * @param value what the cell is compared with
   * @param site where in the user's source
   * @throws IllegalStateException if it is known that nothing can end the wait
   */
  void await(int rank, long cell, Compare relation, int value, Site site);

  /**
   * A condition of the dispatch that the calling thread runs.
   *
   * @param rank whose instance: the rank of the calling thread
   * @param cell from 0 to {@code size() - 1}
   * @param relation {@code GE}
   * @param value what the cell is compared with
   * @param site where in the user's source
   * @return the task that is complete once the cell has stood in the relation
   */
  Task reaches(int rank, long cell, Compare relation, int value, Site site);

  /**
   * A cell, now.
   *
   * @param rank whose instance
   * @param cell from 0 to {@code size() - 1}
   * @param site where in the user's source
   * @return its value
   */
  int read(int rank, long cell, Site site);
}
