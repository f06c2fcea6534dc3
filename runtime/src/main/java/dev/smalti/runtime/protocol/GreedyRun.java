package dev.smalti.runtime.protocol;

import java.util.Arrays;

/**
 * Runs every rank as far as it gets, from zeroed cells. In the fragment that {@link Fragment}
 * admits, a step that is enabled can be disabled by its own rank only, so every schedule ends where
 * this one ends. Linear: a notify wakes at most the one rank that waits for its cell.
 */
final class GreedyRun {
  /** Stands for "freeze nobody". */
  static final int NOBODY = -1;

  private final Steps steps;
  private final boolean exact;

  /** The value of each cell; sums of the fragment fit. */
  final int[] held;

  /** The next step of each rank. */
  final int[] next;

  private final int[] waitsFor;
  private final int[] ready;
  private int readyCount;

  private GreedyRun(Steps steps, boolean exact) {
    this.steps = steps;
    this.exact = exact;
    this.held = new int[steps.cells.size()];
    this.next = Arrays.copyOf(steps.first, steps.ranks);
    this.waitsFor = new int[steps.ranks];
    this.ready = new int[steps.ranks];
    Arrays.fill(waitsFor, NOBODY);
  }

  /**
   * The state in which no rank can go on, when the rank of step {@code frozen} must not perform it;
   * {@link #NOBODY} freezes nobody.
   */
  static GreedyRun to(Steps steps, int frozen) {
    return new GreedyRun(steps, false).run(frozen);
  }

  /** The end of one schedule, inside of the fragment or not: {@code EQ} means exactly that. */
  static GreedyRun exactly(Steps steps) {
    return new GreedyRun(steps, true).run(NOBODY);
  }

  private GreedyRun run(int frozen) {
    for (int rank = steps.ranks - 1; rank >= 0; rank--) {
      ready[readyCount++] = rank;
    }
    while (readyCount > 0) {
      advance(ready[--readyCount], frozen);
    }
    return this;
  }

  boolean finished(int rank) {
    return next[rank] == steps.first[rank + 1];
  }

  private void advance(int rank, int frozen) {
    int step = next[rank];
    int end = steps.first[rank + 1];
    while (step < end && step != frozen) {
      int cell = steps.cell[step];
      int value = steps.value[step];
      byte kind = steps.kind[step];
      if (kind == Steps.AWAIT) {
        if (!holds(step)) {
          waitsFor[rank] = cell;
          break;
        }
      } else {
        held[cell] = kind == Steps.ADD ? held[cell] + value : value;
        wake(cell);
      }
      step++;
    }
    next[rank] = step;
  }

  private boolean holds(int await) {
    int value = held[steps.cell[await]];
    return exact && steps.equal[await] ? value == steps.value[await] : value >= steps.value[await];
  }

  private void wake(int cell) {
    int owner = steps.cells.peer(cell);
    if (waitsFor[owner] == cell && holds(next[owner])) {
      waitsFor[owner] = NOBODY;
      ready[readyCount++] = owner;
    }
  }
}
