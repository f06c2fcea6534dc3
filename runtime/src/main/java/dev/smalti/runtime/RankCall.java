package dev.smalti.runtime;

/** What one dispatch performs on each rank. */
@FunctionalInterface
public interface RankCall {
  /**
   * Performs it for one rank.
   *
   * @param core the core of that rank
   * @param rank the rank
   */
  void run(Core core, int rank);
}
