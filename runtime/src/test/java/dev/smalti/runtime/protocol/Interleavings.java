package dev.smalti.runtime.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Explores every schedule of a small program: the ground truth that verdicts are compared with. */
final class Interleavings {
  /** A state: the next step of each rank, and the cells. */
  private record State(List<Integer> next, List<Integer> cells) {}

  private final List<Trace> traces;
  private final List<String> names = new ArrayList<>();
  private final Set<State> ends = new HashSet<>();
  private final Set<Integer> failing = new HashSet<>();

  private Interleavings(List<Trace> traces) {
    this.traces = traces;
  }

  static Interleavings of(List<Trace> traces) {
    Interleavings all = new Interleavings(traces);
    all.explore();
    return all;
  }

  /** Whether some schedule brings every rank to its end. */
  boolean mayPass() {
    return ends.stream().anyMatch(this::finished);
  }

  /** Whether some schedule ends with a rank that waits. */
  boolean mayStick() {
    return ends.stream().anyMatch(state -> !finished(state));
  }

  /** The ranks that some schedule brings to their fault. */
  Set<Integer> failing() {
    return failing;
  }

  /** How many different states a schedule may end in. */
  int ends() {
    return ends.size();
  }

  /** The steps at which the ranks stand in the only end. */
  List<Integer> end() {
    return ends.iterator().next().next();
  }

  private boolean finished(State state) {
    for (int rank = 0; rank < traces.size(); rank++) {
      if (state.next().get(rank) < traces.get(rank).size()) {
        return false;
      }
    }
    return true;
  }

  private void explore() {
    for (Trace trace : traces) {
      for (Event event : trace.events()) {
        if (!(event instanceof Event.Fault)) {
          cell(trace.rank(), event);
        }
      }
    }
    State start = new State(zeros(traces.size()), zeros(names.size()));
    Set<State> seen = new HashSet<>(Set.of(start));
    ArrayDeque<State> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      State state = open.pop();
      List<State> next = successors(state);
      if (next.isEmpty()) {
        ends.add(state);
      }
      next.stream().filter(seen::add).forEach(open::push);
    }
  }

  private List<State> successors(State state) {
    List<State> next = new ArrayList<>();
    for (int rank = 0; rank < traces.size(); rank++) {
      int step = state.next().get(rank);
      if (step == traces.get(rank).size()) {
        continue;
      }
      Event event = traces.get(rank).event(step);
      if (event instanceof Event.Fault) {
        failing.add(rank);
        continue;
      }
      int cell = cell(rank, event);
      int held = state.cells().get(cell);
      if (event instanceof Event.Await a && !holds(a, held)) {
        continue;
      }
      List<Integer> steps = new ArrayList<>(state.next());
      steps.set(rank, step + 1);
      List<Integer> cells = new ArrayList<>(state.cells());
      if (event instanceof Event.Notify n) {
        cells.set(cell, n.update() == Event.Update.ADD ? held + n.value() : n.value());
      }
      next.add(new State(steps, cells));
    }
    return next;
  }

  private static boolean holds(Event.Await await, int held) {
    return await.relation() == Event.Relation.GE ? held >= await.value() : held == await.value();
  }

  private int cell(int rank, Event event) {
    String name =
        switch (event) {
          case Event.Notify n -> n.peer() + n.signal() + n.cell();
          case Event.Await a -> rank + a.signal() + a.cell();
          default -> throw new IllegalArgumentException(event.toString());
        };
    if (!names.contains(name)) {
      names.add(name);
    }
    return names.indexOf(name);
  }

  private static List<Integer> zeros(int size) {
    Integer[] zeros = new Integer[size];
    Arrays.fill(zeros, 0);
    return List.of(zeros);
  }
}
