package dev.smalti.runtime;

import dev.smalti.runtime.protocol.Communication;
import dev.smalti.runtime.protocol.Deadlock;
import dev.smalti.runtime.protocol.DeadlockVerdict;
import dev.smalti.runtime.protocol.ProtocolFinding;
import dev.smalti.runtime.protocol.Skeleton;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides, before a run, whether its ranks would wait for ever or fail: the check that the compiler
 * makes for small worlds, on the real size and arguments.
 *
 * <p>Each set of arguments that decide the communication is checked once. The work is bounded: a
 * check takes at most {@link #MOST_STEPS} steps of all ranks together, which is up to 0.2 s, or 0.3
 * s with many awaits of {@code EQ}; a call of some thousand steps takes a few milliseconds. At most
 * {@link #MOST_CALLS} different calls of one prepared program are checked. What is beyond, and what
 * depends on data, is not checked; a stall is then reported when it has happened. One thread at a
 * time uses it.
 */
final class CheckedCalls {
  private static final long MOST_STEPS = 400_000;
  private static final int MOST_CALLS = 256;

  private final String title;
  private final int ranks;
  private final Map<List<Object>, Optional<String>> known = new HashMap<>();

  /** In words, what collectives the calls have; read while another thread checks. */
  private final Set<String> collectives = Collections.synchronizedSet(new LinkedHashSet<>());

  CheckedCalls(String title, int ranks) {
    this.title = title;
    this.ranks = ranks;
  }

  /**
   * Checks a call.
   *
   * @throws ProtocolException if it must not run
   */
  void check(Skeleton call) {
    Optional<String> refusal = known.get(call.decidedBy());
    if (refusal == null) {
      if (known.size() >= MOST_CALLS) {
        return;
      }
      refusal = refusal(call);
      known.put(call.decidedBy(), refusal);
    }
    refusal.ifPresent(
        message -> {
          throw new ProtocolException(message);
        });
  }

  private Optional<String> refusal(Skeleton call) {
    Communication world = call.signals(ranks, MOST_STEPS);
    world.collectives().forEach(each -> collectives.add(each.toString()));
    return switch (Deadlock.verdict(world.traces())) {
      case DeadlockVerdict.Passes _, DeadlockVerdict.NotDecided _ -> Optional.empty();
      case DeadlockVerdict.Stuck stuck ->
          Optional.of(message(ProtocolFinding.of(world, stuck), call));
      case DeadlockVerdict.Fails fails ->
          Optional.of(message(ProtocolFinding.of(world, fails), call));
      case DeadlockVerdict.Differ differ ->
          Optional.of(message(ProtocolFinding.of(world, differ), call));
    };
  }

  /** The collectives of the calls that were checked, each distinct one once. */
  List<String> collectives() {
    synchronized (collectives) {
      return List.copyOf(collectives);
    }
  }

  private String message(ProtocolFinding finding, Skeleton call) {
    StringBuilder text = new StringBuilder(title).append(" was not started: ");
    text.append(finding.text());
    if (!finding.file().isEmpty()) {
      text.append("\n  at ").append(finding.file()).append(':').append(finding.line());
      if (!call.decidedBy().isEmpty()) {
        text.append(", called with ").append(call.arguments());
      }
    }
    finding.details().forEach(line -> text.append("\n  ").append(line));
    return text.toString();
  }

  /** Who could change the cells of a call; the skeleton is run when that is asked. */
  Culprits culprits(Skeleton call) {
    return (waiter, signal, cell) ->
        Culprits.of(call.signals(ranks, MOST_STEPS).traces()).of(waiter, signal, cell);
  }
}
