package dev.smalti.runtime.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * The ranks of a program while its skeleton runs, one behind the other; waits do not block. A trace
 * that is very long ends, since a loop that only a wait leaves never does here.
 */
public final class TracedWorld {
  private static final int MOST_STEPS = 1 << 20;

  private final List<Trace> traces = new ArrayList<>();

  /** What one dispatch performs on each rank. */
  @FunctionalInterface
  public interface Call {
    /**
     * Performs it for one rank.
     *
     * @param trace takes its communication
     * @param rank the rank
     */
    void run(Trace trace, int rank);
  }

  /**
   * Nothing was communicated yet.
   *
   * @param ranks how many, at least 1
   */
  public TracedWorld(int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      traces.add(new Trace(rank, ranks, MOST_STEPS / ranks));
    }
  }

  /**
   * How many ranks.
   *
   * @return at least 1
   */
  public int size() {
    return traces.size();
  }

  /**
   * A window.
   *
   * @param name what reports call it
   * @param shape the extents
   * @return the window
   */
  public TracedMemory window(String name, long... shape) {
    return TracedMemory.of(TracedMemory.Kind.WINDOW, name, shape);
  }

  /**
   * A signal.
   *
   * @param name what reports call it
   * @param shape the extents
   * @return the signal
   */
  public TracedMemory signal(String name, long... shape) {
    return TracedMemory.of(TracedMemory.Kind.SIGNAL, name, shape);
  }

  /**
   * Performs a call for every rank whose trace has not ended.
   *
   * @param line the line in the user's source
   * @param call what a rank performs
   */
  public void forEachRank(int line, Call call) {
    for (Trace trace : traces) {
      if (!trace.partial()) {
        run(trace, line, call);
      }
    }
  }

  private static void run(Trace trace, int line, Call call) {
    try {
      call.run(trace, trace.rank());
    } catch (ArithmeticException fault) {
      trace.undetermined(String.valueOf(fault.getMessage()), line);
    } catch (TraceEndedException ended) {
      if (!trace.partial()) {
        throw ended;
      }
    }
  }

  /**
   * What the ranks communicated.
   *
   * @return the trace of rank 0, 1, ...
   */
  public List<Trace> traces() {
    return List.copyOf(traces);
  }
}
