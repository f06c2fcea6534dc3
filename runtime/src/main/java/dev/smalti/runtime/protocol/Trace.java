package dev.smalti.runtime.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * The communication of one rank in program order. A skeleton class writes it, and the verdicts read
 * it. It belongs to one thread.
 */
public final class Trace {
  private final int rank;
  private final int ranks;
  private final int most;
  private final List<Event> events = new ArrayList<>();

  /**
   * An empty trace.
   *
   * @param rank whose steps it holds, in {@code [0, ranks)}
   * @param ranks the size of the world, at least 1
   */
  public Trace(int rank, int ranks) {
    this(rank, ranks, Integer.MAX_VALUE);
  }

  /**
   * An empty trace that ends by itself.
   *
   * @param rank whose steps it holds
   * @param ranks the size of the world
   * @param most how many steps it holds
   */
  Trace(int rank, int ranks, int most) {
    if (rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException("rank " + rank + " is not one of " + ranks + " ranks");
    }
    this.rank = rank;
    this.ranks = ranks;
    this.most = most;
  }

  /**
   * Whose steps these are.
   *
   * @return the rank
   */
  public int rank() {
    return rank;
  }

  /**
   * The size of the world.
   *
   * @return how many ranks there are
   */
  public int ranks() {
    return ranks;
  }

  /**
   * Records a notify.
   *
   * @param peer the rank whose cell it is
   * @param signal the name of the signal
   * @param cell the cell, flat
   * @param update how it changes
   * @param value the number added or set
   * @param line the line in the user's source
   */
  public void notify(int peer, String signal, long cell, Event.Update update, int value, int line) {
    add(new Event.Notify(peer, signal, cell, update, value, line));
  }

  /**
   * Records an await of the rank's own cell.
   *
   * @param signal the name of the signal
   * @param cell the cell, flat
   * @param relation what it waits for
   * @param value the number it is compared with
   * @param line the line in the user's source
   */
  public void await(String signal, long cell, Event.Relation relation, int value, int line) {
    add(new Event.Await(signal, cell, relation, value, line));
  }

  /**
   * Records an access to a window.
   *
   * @param window the name of the window
   * @param owner the rank whose instance it is
   * @param from the first element of each axis
   * @param extent how many elements of each axis
   * @param mode what is done to them
   * @param line the line in the user's source
   */
  public void access(
      String window, int owner, long[] from, long[] extent, Event.Mode mode, int line) {
    add(new Event.Access(window, owner, Box.of(from, extent), mode, line));
  }

  /**
   * Ends the trace: what follows depends on data.
   *
   * @param reason what it depends on
   * @param line the line in the user's source
   */
  public void undetermined(String reason, int line) {
    add(new Event.Undetermined(reason, line));
  }

  /**
   * Ends the trace as {@link #undetermined} does, and the skeleton with it.
   *
   * @param reason what the next step depends on, or what is wrong with it
   * @param line the line in the user's source
   * @return to be thrown
   */
  public TraceEndedException end(String reason, int line) {
    undetermined(reason, line);
    return new TraceEndedException(reason);
  }

  /**
   * The steps so far.
   *
   * @return an unmodifiable copy, in program order
   */
  public List<Event> events() {
    return List.copyOf(events);
  }

  /**
   * Whether the trace ends before the rank does.
   *
   * @return whether its last event is {@link Event.Undetermined}
   */
  public boolean partial() {
    return !events.isEmpty() && events.getLast() instanceof Event.Undetermined;
  }

  int size() {
    return events.size();
  }

  Event event(int step) {
    return events.get(step);
  }

  private void add(Event event) {
    if (partial()) {
      throw new IllegalStateException(
          "the trace of rank "
              + rank
              + " has ended at line "
              + events.getLast().line()
              + "; "
              + event
              + " cannot follow");
    }
    if (events.size() == most && !(event instanceof Event.Undetermined)) {
      throw end("it has more than " + most + " steps", event.line());
    }
    events.add(event);
  }
}
