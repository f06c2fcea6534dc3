package dev.smalti.runtime;

import dev.smalti.lang.spi.Site;

/** Where a rank was when its run was given up. */
sealed interface Stop {
  /**
   * In an await.
   *
   * @param at the line
   * @param signal the name of the signal
   * @param cell the cell, flat
   * @param position the cell as the user writes it, {@code [3, 0]}
   * @param wanted the relation and the value, {@code >= 1}
   * @param held what the cell held
   */
  record Waiting(Site at, String signal, long cell, String position, String wanted, int held)
      implements Stop {
    String what() {
      return signal + position + " " + wanted;
    }
  }

  /**
   * At a poll.
   *
   * @param where the kernel, and how far it had come
   */
  record Running(String where) implements Stop {}
}
