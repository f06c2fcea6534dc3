package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Origin;
import dev.smalti.runtime.protocol.Trace;
import java.util.List;

/**
 * What each rank of a world communicates, and how far that is known.
 *
 * @param traces of rank 0, 1, ...
 * @param ends of rank 0, 1, ...
 */
public record CommunicationTrace(List<Trace> traces, List<End> ends) {
  /** Why a trace ends where it ends. */
  public sealed interface End {}

  /** The rank finished. */
  public record Finished() implements End {}

  /**
   * What follows cannot be told; the last event of the trace says so too.
   *
   * @param origin the statement that stopped it
   * @param reason what that statement depends on
   */
  public record Undetermined(Origin origin, String reason) implements End {}

  /**
   * The rank does what the language forbids: a peer, a cell or a region of a window outside, a
   * division by zero. The last event of the trace is undetermined.
   *
   * @param origin the statement
   * @param text what is wrong, with the place and the values
   */
  public record Failed(Origin origin, String text) implements End {}

  public CommunicationTrace {
    traces = List.copyOf(traces);
    ends = List.copyOf(ends);
  }

  /** Whether every rank finished. */
  public boolean complete() {
    return ends.stream().allMatch(Finished.class::isInstance);
  }
}
