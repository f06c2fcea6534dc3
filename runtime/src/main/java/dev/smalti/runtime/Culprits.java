package dev.smalti.runtime;

import dev.smalti.runtime.protocol.Event;
import dev.smalti.runtime.protocol.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Who could change a cell that somebody waits for; asked when a report is written. */
@FunctionalInterface
public interface Culprits {
  /**
   * A line that raises a cell.
   *
   * @param rank the rank that would perform it
   * @param line the line in the user's source
   */
  record Culprit(int rank, int line) implements Comparable<Culprit> {
    @Override
    public int compareTo(Culprit other) {
      return rank != other.rank
          ? Integer.compare(rank, other.rank)
          : Integer.compare(line, other.line);
    }
  }

  /**
   * Who could raise a cell.
   *
   * @param waiter the rank whose cell it is
   * @param signal the name of the signal
   * @param cell the cell, flat
   * @return the lines of the ranks, ascending; nothing if it is not known, an empty list if there
   *     is none
   */
  Optional<List<Culprit>> of(int waiter, String signal, long cell);

  /**
   * Knows nothing.
   *
   * @return culprits that reports leave out
   */
  static Culprits unknown() {
    return (_, _, _) -> Optional.empty();
  }

  /**
   * Knows what traces say.
   *
   * @param traces the communication of each rank
   * @return culprits; nothing is known if one of the traces is partial
   */
  static Culprits of(List<Trace> traces) {
    List<Trace> all = List.copyOf(traces);
    return (waiter, signal, cell) ->
        all.stream().anyMatch(Trace::partial)
            ? Optional.empty()
            : Optional.of(find(all, waiter, signal, cell));
  }

  private static List<Culprit> find(List<Trace> traces, int waiter, String signal, long cell) {
    TreeSet<Culprit> found = new TreeSet<>();
    for (Trace trace : traces) {
      List<Event> events = trace.events();
      for (int step = 0; step < events.size(); step++) {
        if (events.get(step) instanceof Event.Notify notify
            && notify.peer() == waiter
            && notify.cell() == cell
            && notify.value() > 0
            && notify.signal().equals(signal)) {
          found.add(new Culprit(trace.rank(), trace.place(step).line()));
        }
      }
    }
    return new ArrayList<>(found);
  }
}
