package dev.smalti.runtime.protocol;

import dev.smalti.runtime.protocol.DeadlockVerdict.Aspect;
import dev.smalti.runtime.protocol.DeadlockVerdict.Differ;
import dev.smalti.runtime.protocol.DeadlockVerdict.Taken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Compares what the ranks of a domain call: with one signal, the k-th collective of a rank meets
 * the k-th of every other. What a rank does by hand on a signal counts for nothing here, and
 * collectives with different signals, or different cells of one, have nothing to do with each
 * other.
 */
final class Agreement {
  /** Who meets whom. */
  private record Meeting(CollectiveCall.Part signal, DeviceSet domain) {}

  /** By meeting, the calls of each rank that takes part, in the order of its program. */
  private final Map<Meeting, Map<Integer, List<Taken>>> calls = new LinkedHashMap<>();

  private Agreement(List<Trace> traces) {
    for (int rank = 0; rank < traces.size(); rank++) {
      Trace trace = traces.get(rank);
      for (int step = 0; step < trace.size(); step++) {
        if (trace.event(step) instanceof Event.Collective event && event.call().isCompared()) {
          add(new Taken(rank, step, event));
        }
      }
    }
  }

  private void add(Taken taken) {
    Event.Collective event = taken.event();
    calls
        .computeIfAbsent(new Meeting(event.call().signal(), event.domain()), _ -> new TreeMap<>())
        .computeIfAbsent(taken.rank(), _ -> new ArrayList<>())
        .add(taken);
  }

  /** The first calls that meet and are not the same, as far as the traces go. */
  static Optional<Differ> differ(List<Trace> traces) {
    return new Agreement(traces)
        .calls.values().stream().flatMap(met -> differ(met).stream()).findFirst();
  }

  private static Optional<Differ> differ(Map<Integer, List<Taken>> ranks) {
    int most = ranks.values().stream().mapToInt(List::size).max().orElse(0);
    for (int turn = 0; turn < most; turn++) {
      List<Taken> met = turn(ranks, turn);
      CollectiveCall first = met.getFirst().event().call();
      for (Taken taken : met) {
        Optional<Aspect> aspect = differ(first, taken.event().call());
        if (aspect.isPresent()) {
          return Optional.of(new Differ(aspect.get(), turn + 1, met, List.of()));
        }
      }
    }
    return Optional.empty();
  }

  private static List<Taken> turn(Map<Integer, List<Taken>> ranks, int turn) {
    return ranks.values().stream()
        .filter(all -> all.size() > turn)
        .map(all -> all.get(turn))
        .toList();
  }

  private static Optional<Aspect> differ(CollectiveCall one, CollectiveCall other) {
    if (one.equals(other)) {
      return Optional.empty();
    }
    for (Aspect aspect : Aspect.values()) {
      if (!aspect.of(one).equals(aspect.of(other))
          && aspect.isKnown(one)
          && aspect.isKnown(other)) {
        return Optional.of(aspect);
      }
    }
    return Optional.empty();
  }

  /**
   * The calls that ranks wait in for ever because others of their domain do not make them; empty if
   * a rank waits for something else.
   */
  static Optional<Differ> absent(List<Trace> traces, DeadlockVerdict.Stuck stuck) {
    Agreement all = new Agreement(traces);
    return stuck.blocked().stream().flatMap(wait -> all.absent(traces, wait).stream()).findFirst();
  }

  private Optional<Differ> absent(List<Trace> traces, DeadlockVerdict.Blocked wait) {
    Trace trace = traces.get(wait.rank());
    OptionalInt call = trace.collective(wait.step());
    return call.isPresent() && trace.event(call.getAsInt()) instanceof Event.Collective event
        ? absent(traces, new Taken(wait.rank(), call.getAsInt(), event))
        : Optional.empty();
  }

  private Optional<Differ> absent(List<Trace> traces, Taken waiting) {
    Event.Collective event = waiting.event();
    Map<Integer, List<Taken>> ranks =
        calls.getOrDefault(new Meeting(event.call().signal(), event.domain()), Map.of());
    int turn = ranks.getOrDefault(waiting.rank(), List.of()).indexOf(waiting);
    List<Integer> missing = new ArrayList<>();
    for (int rank = 0; rank < event.domain().size(); rank++) {
      int device = event.domain().device(rank);
      if (ranks.getOrDefault(device, List.of()).size() <= turn && !traces.get(device).partial()) {
        missing.add(device);
      }
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(new Differ(Aspect.COLLECTIVE, turn + 1, turn(ranks, turn), missing));
  }
}
