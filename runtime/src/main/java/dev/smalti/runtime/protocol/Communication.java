package dev.smalti.runtime.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What all ranks of a world communicate in one run.
 *
 * @param traces of rank 0, 1, ...
 * @param signals the extents of each signal by its name
 */
public record Communication(List<Trace> traces, Map<String, List<Long>> signals) {
  /** Copies both. */
  public Communication {
    traces = List.copyOf(traces);
    signals = Map.copyOf(signals);
  }

  /**
   * The collectives that ranks take part in, as far as the traces go.
   *
   * @return each distinct one once, by rank, then in program order
   */
  public List<CollectiveCall> collectives() {
    return traces.stream()
        .flatMap(trace -> trace.events().stream())
        .filter(Event.Collective.class::isInstance)
        .map(event -> ((Event.Collective) event).call())
        .filter(CollectiveCall::isCompared)
        .distinct()
        .toList();
  }

  /** A cell as the user writes it, {@code arrived[1, 0]}. */
  String cell(String signal, long cell) {
    List<Long> extents = signals.getOrDefault(signal, List.of());
    List<String> indices = new ArrayList<>();
    long rest = cell;
    for (int axis = extents.size() - 1; axis > 0; axis--) {
      long extent = Math.max(1, extents.get(axis));
      indices.addFirst(String.valueOf(rest % extent));
      rest /= extent;
    }
    indices.addFirst(String.valueOf(rest));
    return signal + "[" + String.join(", ", indices) + "]";
  }
}
