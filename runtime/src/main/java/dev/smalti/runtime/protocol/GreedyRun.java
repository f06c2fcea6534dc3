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

  /** The value of each cell; sums of the fragment fit. */
  final int[] held;

  /** The next step of each rank. */
  final int[] next;

  private final int[] waitsFor;
  private final int[] ready;
  private int readyCount;

  private GreedyRun(Steps steps) {
    this.steps = steps;
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
    GreedyRun run = new GreedyRun(steps);
    for (int rank = steps.ranks - 1; rank >= 0; rank--) {
      run.ready[run.readyCount++] = rank;
    }
    while (run.readyCount > 0) {
      run.advance(run.ready[--run.readyCount], frozen);
    }
    return run;
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
        if (held[cell] < value) {
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

  private void wake(int cell) {
    int owner = steps.cells.peer(cell);
    if (waitsFor[owner] == cell && held[cell] >= steps.value[next[owner]]) {
      waitsFor[owner] = NOBODY;
      ready[readyCount++] = owner;
    }
  }
}
