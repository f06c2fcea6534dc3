package dev.smalti.simulator;

/** Says which rank goes on, in a pool that lets one rank run at a time. One for each run. */
interface Order {
  /** The line of a rank that has not come to its first step since it was idle. */
  int FRESH = -1;

  /** The line of a rank that has nothing to do. */
  int IDLE = -2;

  /**
   * Which rank goes on.
   *
   * @param last the rank that ran until now, -1 if none did
   * @param runnable which ranks can go on, at least one
   * @param polling which ranks have read cells since it was their turn, and seen no change; others
   *     go first where nothing else decides
   * @param lines the line of the step that each rank stands before, or one of the two constants
   * @return a rank that can go on
   * @throws IllegalStateException if this order does not fit the program
   */
  int next(int last, boolean[] runnable, boolean[] polling, int[] lines);

  /**
   * Every rank has finished.
   *
   * @throws IllegalStateException if this order goes on
   */
  void end();
}
