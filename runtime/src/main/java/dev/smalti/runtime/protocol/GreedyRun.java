package dev.smalti.runtime.protocol;

import java.util.Arrays;

/**
 * Runs every strand as far as it gets, from zeroed cells. In the fragment that {@link Fragment}
 * admits, a step that is enabled can be disabled by its own strand only, so every schedule ends
 * where this one ends. Linear where one strand waits for a cell at a time: a notify looks at those
 * that wait for its cell.
 */
final class GreedyRun {
  /** Stands for "freeze nobody". */
  static final int NOBODY = -1;

  private final Steps steps;
  private final boolean exact;

  /** The value of each cell; sums of the fragment fit. */
  final int[] held;

  /** The next step of each strand. */
  final int[] next;

  /** The strands that wait for each cell: the first, and for each the next one. */
  private final int[] waiter;

  private final int[] nextWaiter;
  private final int[] ready;
  private int readyCount;

  private GreedyRun(Steps steps, boolean exact) {
    this.steps = steps;
    this.exact = exact;
    this.held = new int[steps.cells.size()];
    this.next = Arrays.copyOf(steps.first, steps.strands);
    this.waiter = new int[steps.cells.size()];
    this.nextWaiter = new int[steps.strands];
    this.ready = new int[steps.strands];
    Arrays.fill(waiter, NOBODY);
  }

  /**
   * The state in which no strand can go on, when that of step {@code frozen} must not perform it;
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
    for (int strand = steps.strands - 1; strand >= 0; strand--) {
      ready[readyCount++] = strand;
    }
    while (readyCount > 0) {
      advance(ready[--readyCount], frozen);
    }
    return this;
  }

  boolean finished(int strand) {
    return next[strand] == steps.first[strand + 1];
  }

  private void advance(int strand, int frozen) {
    int step = next[strand];
    int end = steps.first[strand + 1];
    while (step < end && step != frozen) {
      int cell = steps.cell[step];
      int value = steps.value[step];
      byte kind = steps.kind[step];
      if (kind == Steps.AWAIT) {
        if (!holds(step)) {
          nextWaiter[strand] = waiter[cell];
          waiter[cell] = strand;
          break;
        }
      } else {
        held[cell] = kind == Steps.ADD ? held[cell] + value : value;
        wake(cell);
      }
      step++;
    }
    next[strand] = step;
  }

  private boolean holds(int await) {
    int value = held[steps.cell[await]];
    return exact && steps.equal[await] ? value == steps.value[await] : value >= steps.value[await];
  }

  private void wake(int cell) {
    int strand = waiter[cell];
    waiter[cell] = NOBODY;
    while (strand != NOBODY) {
      int behind = nextWaiter[strand];
      if (holds(next[strand])) {
        ready[readyCount++] = strand;
      } else {
        nextWaiter[strand] = waiter[cell];
        waiter[cell] = strand;
      }
      strand = behind;
    }
  }
}
