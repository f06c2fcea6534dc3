package dev.smalti.runtime.protocol;

import dev.smalti.runtime.protocol.DeadlockVerdict.Blocked;
import dev.smalti.runtime.protocol.DeadlockVerdict.Place;
import dev.smalti.runtime.protocol.DeadlockVerdict.Raiser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides deadlock, whether a rank fails and whether ranks agree on their collectives, for one
 * world size, in time linear in the number of steps (plus one run for each await with {@code EQ}
 * that a sum does not settle).
 *
 * <p>Cells are zero at the start. Each rank is one thread that performs its trace in order, and
 * awaits cells of its own; a deferred task is another one, which holds up nothing but the end of
 * its dispatch. As long as cells only rise, but for what their owner takes away, and awaits are
 * {@code GE}, no rank can take from another what it waits for: every schedule ends in the same
 * state, and one run finds it. {@code SET} and {@code EQ} are admitted where they amount to that;
 * everything else is not decided, never guessed.
 *
 * <p>A rank that fails is found wherever one schedule gets to its fault. Where none is found in the
 * fragment, the ranks before it are stuck, whatever the schedule.
 */
public final class Deadlock {
  private final List<Trace> traces;
  private final Steps steps;
  private final GreedyRun end;

  private Deadlock(List<Trace> traces, Steps steps, GreedyRun end) {
    this.traces = traces;
    this.steps = steps;
    this.end = end;
  }

  /**
   * The verdict on one program.
   *
   * @param traces the communication of every rank: entry r is that of rank r of a world of as many
   *     ranks
   * @return whether it passes, who fails, who waits for ever, or why that is not decided
   */
  public static DeadlockVerdict verdict(List<Trace> traces) {
    checkWorld(traces);
    Optional<DeadlockVerdict.NotDecided> unreadable = Fragment.unreadable(traces);
    if (unreadable.isPresent()) {
      return unreadable.get();
    }
    Steps steps = Steps.of(traces);
    List<DeadlockVerdict.Failure> failures = failures(traces, steps);
    if (!failures.isEmpty()) {
      return new DeadlockVerdict.Fails(failures);
    }
    Optional<DeadlockVerdict.Differ> differ = Agreement.differ(traces);
    if (differ.isPresent()) {
      return differ.get();
    }
    Optional<DeadlockVerdict.NotDecided> unknown = Fragment.unknown(traces);
    if (unknown.isPresent()) {
      return unknown.get();
    }
    Optional<DeadlockVerdict.NotDecided> hidden = behindFault(traces, steps);
    if (hidden.isPresent()) {
      return hidden.get();
    }
    Optional<DeadlockVerdict.NotDecided> leaves = Fragment.leaves(traces, steps);
    if (leaves.isPresent()) {
      return leaves.get();
    }
    return new Deadlock(traces, steps, GreedyRun.to(steps, GreedyRun.NOBODY)).verdict();
  }

  /** The ranks that one schedule brings to their fault; traces end there, so no other may. */
  private static List<DeadlockVerdict.Failure> failures(List<Trace> traces, Steps steps) {
    List<DeadlockVerdict.Failure> failures = new ArrayList<>();
    if (traces.stream().noneMatch(Deadlock::isFaulty)) {
      return failures;
    }
    GreedyRun schedule = GreedyRun.exactly(steps);
    for (Trace trace : traces) {
      if (isFaulty(trace) && schedule.finished(steps.lastOf(trace.rank()))) {
        int last = trace.size() - 1;
        failures.add(
            new DeadlockVerdict.Failure(trace.rank(), last, (Event.Fault) trace.event(last)));
      }
    }
    return failures;
  }

  /** What a rank does beside a task that would fail is not in its trace. */
  private static Optional<DeadlockVerdict.NotDecided> behindFault(List<Trace> traces, Steps steps) {
    for (Trace trace : traces) {
      int rank = trace.rank();
      if (isFaulty(trace) && !steps.isDispatches(steps.lastOf(rank))) {
        int last = trace.size() - 1;
        return Optional.of(
            new DeadlockVerdict.NotDecided(
                "a deferred task would fail here, if it ever began",
                rank,
                last,
                trace.event(last)));
      }
    }
    return Optional.empty();
  }

  private static boolean isFaulty(Trace trace) {
    return trace.size() > 0 && trace.event(trace.size() - 1) instanceof Event.Fault;
  }

  private static void checkWorld(List<Trace> traces) {
    for (int rank = 0; rank < traces.size(); rank++) {
      Trace trace = traces.get(rank);
      if (trace.rank() != rank || trace.ranks() != traces.size()) {
        throw new IllegalArgumentException(
            "trace "
                + rank
                + " of "
                + traces.size()
                + " is that of rank "
                + trace.rank()
                + " of "
                + trace.ranks());
      }
    }
  }

  private DeadlockVerdict verdict() {
    Map<Integer, List<Raiser>> raisers = new HashMap<>();
    List<Integer> stuck = new ArrayList<>();
    for (int strand = 0; strand < steps.strands; strand++) {
      if (!end.finished(strand) && steps.event[end.next[strand]] != Steps.NO_EVENT) {
        stuck.add(strand);
        raisers.put(steps.cell[end.next[strand]], new ArrayList<>());
      }
    }
    if (raisers.isEmpty()) {
      return new DeadlockVerdict.Passes();
    }
    collect(raisers);
    List<Blocked> blocked = new ArrayList<>();
    for (int strand : stuck) {
      Blocked next = blocked(strand, raisers);
      if (blocked.stream().noneMatch(known -> isAlike(known, next))) {
        blocked.add(next);
      }
    }
    DeadlockVerdict.Stuck waits = new DeadlockVerdict.Stuck(blocked);
    Optional<DeadlockVerdict.Differ> absent = Agreement.absent(traces, waits);
    return absent.isPresent() ? absent.get() : waits;
  }

  /** Tasks of a rank that wait at the same line for the same are named once. */
  private static boolean isAlike(Blocked left, Blocked right) {
    return left.rank() == right.rank() && left.await().equals(right.await());
  }

  private Blocked blocked(int strand, Map<Integer, List<Raiser>> raisers) {
    int rank = steps.rank[strand];
    int step = end.next[strand];
    int cell = steps.cell[step];
    if (!(traces.get(rank).event(steps.event[step]) instanceof Event.Await await)) {
      throw new AssertionError("only an await blocks");
    }
    return new Blocked(
        rank, steps.event[step], await, end.held[cell], raisers.getOrDefault(cell, List.of()));
  }

  private void collect(Map<Integer, List<Raiser>> raisers) {
    Set<Long> seen = new HashSet<>();
    boolean[] wanted = new boolean[steps.cells.size()];
    raisers.keySet().forEach(cell -> wanted[cell] = true);
    for (int strand = 0; strand < steps.strands; strand++) {
      if (steps.isDispatches(strand)) {
        seen.clear();
      }
      int rank = steps.rank[strand];
      for (int step = steps.first[strand]; step < steps.first[strand + 1]; step++) {
        int cell = steps.cell[step];
        if (wanted[cell]
            && steps.value[step] > 0
            && traces.get(rank).event(steps.event[step]) instanceof Event.Notify notify
            && seen.add(
                ((long) cell << 32 | traces.get(rank).place(steps.event[step]).line()) << 1
                    | (step < end.next[strand] ? 1 : 0))) {
          raisers
              .getOrDefault(cell, List.of())
              .add(new Raiser(rank, steps.event[step], notify, place(strand, step)));
        }
      }
    }
  }

  private Place place(int strand, int step) {
    if (end.finished(strand)) {
      return Place.FINISHED;
    }
    return step < end.next[strand] ? Place.BEFORE_ITS_WAIT : Place.AFTER_ITS_WAIT;
  }
}
