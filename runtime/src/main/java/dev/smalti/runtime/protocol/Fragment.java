package dev.smalti.runtime.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides whether one greedy run speaks for all schedules. It does when
 *
 * <ul>
 *   <li>a cell is added to by anyone, and lowered by its owner only; or is set, by one rank only
 *       and never to less than before, which makes it a maximum;
 *   <li>an await is {@code GE}; or is {@code EQ} on a cell that cannot pass the value before the
 *       owner looks, which makes it a {@code GE}.
 * </ul>
 *
 * <p>Then what a strand waits for stays true until the strand itself goes on. Where a rank has
 * several strands, because it defers tasks, only one of them looks at a cell that is lowered.
 */
final class Fragment {
  /** How many steps all frozen runs together may take; about a tenth of a second. */
  private static final long FROZEN_STEPS = 20_000_000L;

  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final List<Trace> traces;
  private final Steps steps;
  private final long[] raised;
  private final long[] lowered;
  private final int[] firstAdd;
  private final int[] firstSet;
  private final int[] setter;
  private final int[] lastSet;
  private final int[] looker;

  private Fragment(List<Trace> traces, Steps steps) {
    int cells = steps.cells.size();
    this.traces = traces;
    this.steps = steps;
    this.raised = new long[cells];
    this.lowered = new long[cells];
    this.firstAdd = filled(cells);
    this.firstSet = filled(cells);
    this.setter = filled(cells);
    this.lastSet = new int[cells];
    this.looker = filled(cells);
  }

  /** The first step that names no rank or no cell: such a trace cannot even be run. */
  static Optional<DeadlockVerdict.NotDecided> unreadable(List<Trace> traces) {
    return first(
        traces,
        event ->
            switch (event) {
              case Event.Notify n when n.peer() < 0 || n.peer() >= traces.size() ->
                  "rank " + n.peer() + " is not one of " + traces.size() + " ranks";
              case Event.Notify n when n.cell() < 0 -> n.signal() + " has no cell " + n.cell();
              case Event.Await a when a.cell() < 0 -> a.signal() + " has no cell " + a.cell();
              default -> "";
            });
  }

  /** The first step after which a trace is not known. */
  static Optional<DeadlockVerdict.NotDecided> unknown(List<Trace> traces) {
    return first(traces, event -> event instanceof Event.Undetermined u ? u.reason() : "");
  }

  private static Optional<DeadlockVerdict.NotDecided> first(
      List<Trace> traces, Function<Event, String> reasonOf) {
    for (int rank = 0; rank < traces.size(); rank++) {
      Trace trace = traces.get(rank);
      for (int step = 0; step < trace.size(); step++) {
        Event event = trace.event(step);
        String reason = reasonOf.apply(event);
        if (!reason.isEmpty()) {
          return Optional.of(new DeadlockVerdict.NotDecided(reason, rank, step, event));
        }
      }
    }
    return Optional.empty();
  }

  /** The first reason why one greedy run does not speak for all schedules. */
  static Optional<DeadlockVerdict.NotDecided> leaves(List<Trace> traces, Steps steps) {
    Fragment fragment = new Fragment(traces, steps);
    Optional<DeadlockVerdict.NotDecided> notifies = fragment.notifies();
    return notifies.isPresent() ? notifies : fragment.awaits();
  }

  private Optional<DeadlockVerdict.NotDecided> notifies() {
    for (int strand = 0; strand < steps.strands; strand++) {
      for (int step = steps.first[strand]; step < steps.first[strand + 1]; step++) {
        String reason =
            switch (steps.kind[step]) {
              case Steps.ADD -> add(strand, step);
              case Steps.SET -> set(strand, step);
              default -> {
                looks(strand, step);
                yield "";
              }
            };
        if (!reason.isEmpty()) {
          return Optional.of(notDecided(reason, step));
        }
      }
    }
    return mixed();
  }

  /** Who waits for a cell, or lowers it, is one strand; or it is not known which. */
  private void looks(int strand, int step) {
    int cell = steps.cell[step];
    looker[cell] = looker[cell] == NONE || looker[cell] == strand ? strand : SEVERAL;
  }

  private String add(int strand, int step) {
    int rank = steps.rank[strand];
    int cell = steps.cell[step];
    int value = steps.value[step];
    if (value == 0) {
      return "";
    }
    if (firstAdd[cell] == NONE) {
      firstAdd[cell] = step;
    }
    if (value > 0) {
      raised[cell] += value;
      return raised[cell] > Integer.MAX_VALUE ? "the sum of what is added overflows" : "";
    }
    lowered[cell] += value;
    looks(strand, step);
    if (steps.cells.peer(cell) != rank) {
      return "rank "
          + rank
          + " lowers a cell of rank "
          + steps.cells.peer(cell)
          + ", which may or may not have seen the value before";
    }
    return lowered[cell] < Integer.MIN_VALUE ? "the sum of what is taken away overflows" : "";
  }

  private String set(int strand, int step) {
    int rank = steps.rank[strand];
    int cell = steps.cell[step];
    if (firstSet[cell] == NONE) {
      firstSet[cell] = step;
      setter[cell] = strand;
    }
    if (setter[cell] != strand) {
      int other = steps.rank[setter[cell]];
      return other == rank
          ? "tasks of rank " + rank + " SET this cell in any order"
          : "ranks " + other + " and " + rank + " both SET this cell";
    }
    if (steps.value[step] < lastSet[cell]) {
      return "SET "
          + steps.value[step]
          + " lowers a cell that held "
          + lastSet[cell]
          + ", and rank "
          + steps.cells.peer(cell)
          + " may or may not have seen that";
    }
    lastSet[cell] = steps.value[step];
    return "";
  }

  private Optional<DeadlockVerdict.NotDecided> mixed() {
    for (int cell = 0; cell < firstSet.length; cell++) {
      if (firstSet[cell] != NONE && firstAdd[cell] != NONE) {
        return Optional.of(notDecided("both SET and ADD change this cell", firstSet[cell]));
      }
      if (lowered[cell] < 0 && looker[cell] == SEVERAL) {
        return Optional.of(
            notDecided(
                "several tasks of rank "
                    + steps.cells.peer(cell)
                    + " wait for this cell or lower it, in any order",
                firstAdd[cell]));
      }
    }
    return Optional.empty();
  }

  private Optional<DeadlockVerdict.NotDecided> awaits() {
    long spent = 0;
    for (int strand = 0; strand < steps.strands; strand++) {
      for (int step = steps.first[strand]; step < steps.first[strand + 1]; step++) {
        if (!steps.equal[step] || mostEver(step) <= steps.value[step]) {
          continue;
        }
        spent += steps.first[steps.strands];
        if (spent > FROZEN_STEPS) {
          return Optional.of(notDecided("too many awaits with EQ to look at one by one", step));
        }
        int most = GreedyRun.to(steps, step).held[steps.cell[step]];
        if (most > steps.value[step]) {
          return Optional.of(
              notDecided(
                  "EQ "
                      + steps.value[step]
                      + " can be passed: the cell may hold "
                      + most
                      + " before rank "
                      + steps.rank[strand]
                      + " looks",
                  step));
        }
      }
    }
    return Optional.empty();
  }

  /** A bound that needs no run: all that is added, or the last value set. */
  private long mostEver(int step) {
    int cell = steps.cell[step];
    return Math.max(raised[cell], lastSet[cell]);
  }

  private DeadlockVerdict.NotDecided notDecided(String reason, int step) {
    int rank = steps.rankOf(step);
    int event = steps.event[step];
    return new DeadlockVerdict.NotDecided(reason, rank, event, traces.get(rank).event(event));
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NONE);
    return array;
  }
}
