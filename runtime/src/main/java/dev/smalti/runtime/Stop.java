package dev.smalti.runtime;

import dev.smalti.lang.spi.Site;

/** Where a rank was when its run was given up, or where it is while somebody asks. */
sealed interface Stop {
  /** The same of one of several cores of the rank. */
  Stop on(int core);

  /**
   * In an await.
   *
   * @param at the line
   * @param signal the name of the signal
   * @param cell the cell, flat
   * @param position the cell as the user writes it, {@code [3, 0]}
   * @param wanted the relation and the value, {@code >= 1}
   * @param held what the cell held
   * @param on {@code on core 1 }, where a rank has several at work; else empty
   */
  record Waiting(
      Site at, String signal, long cell, String position, String wanted, int held, String on)
      implements Stop {
    String what() {
      return signal + position + " " + wanted;
    }

    @Override
    public Waiting on(int core) {
      return new Waiting(at, signal, cell, position, wanted, held, "on core " + core + " ");
    }
  }

  /**
   * In a loop that reads cells and sees no change.
   *
   * @param at the line of the last read
   * @param cell what it read, {@code arrived[3, 0]}
   * @param held what the cell held
   */
  record Reading(Site at, String cell, int held) implements Stop {
    @Override
    public Reading on(int core) {
      return this; // The cell says it: each core has its own.
    }
  }

  /**
   * At a poll, or at an access to a window.
   *
   * @param where the kernel, and how far it had come
   */
  record Running(String where) implements Stop {
    @Override
    public Running on(int core) {
      return new Running(where + " on core " + core);
    }
  }
}
