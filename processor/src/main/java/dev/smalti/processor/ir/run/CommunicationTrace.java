package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Origin;
import dev.smalti.runtime.protocol.Communication;
import dev.smalti.runtime.protocol.Trace;
import java.util.List;

/**
 * What each rank of a world communicates, and how far that is known.
 *
 * @param communication of all ranks
 * @param ends of rank 0, 1, ...
 * @param steps how many statements were run
 */
public record CommunicationTrace(Communication communication, List<End> ends, long steps) {
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
   * The function cannot be called with such sizes and scalars, so nothing was run.
   *
   * @param origin the function
   * @param reason which shape cannot be
   */
  public record NotCallable(Origin origin, String reason) implements End {}

  /**
   * The rank does what the language forbids: a peer, a cell or a region of a window outside, a
   * division by zero. The last event of the trace is a fault.
   *
   * @param origin the statement
   * @param text what is wrong, with the place, the values and the rank
   * @param fault what is wrong, with the values
   */
  public record Failed(Origin origin, String text, String fault) implements End {}

  public CommunicationTrace {
    ends = List.copyOf(ends);
  }

  /** The trace of rank 0, 1, ... */
  public List<Trace> traces() {
    return communication.traces();
  }

  /** Whether every rank finished. */
  public boolean complete() {
    return ends.stream().allMatch(Finished.class::isInstance);
  }
}
