package dev.smalti.runtime;

import dev.smalti.runtime.Culprits.Culprit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes what is said when a run did not end well, or not in time. But for {@link #doing()} all
 * ranks have stopped by then.
 */
final class Report {
  private static final int MOST_NOTIFIES = 4;

  /** Ranks that wait alike share a line. */
  private record Wait(Stop.Waiting stop, Optional<List<Culprit>> culprits) {}

  private final String title;
  private final List<Core> cores;
  private final Culprits culprits;

  Report(String title, List<Core> cores, Culprits culprits) {
    this.title = title;
    this.cores = cores;
    this.culprits = culprits;
  }

  /**
   * The message of a stall: one line for ranks that wait alike, one for those that have finished.
   */
  String stalled(Optional<String> advice) {
    StringBuilder text = new StringBuilder(title);
    text.append(": every rank is blocked or finished, and no wait can end");
    Map<Wait, List<Integer>> waits = waits();
    waits.forEach((wait, ranks) -> text.append(blocked(wait, ranks)));
    Set<Integer> causes = firstCauses(waits.keySet());
    for (Core core : cores) {
      if (causes.contains(core.device())) {
        text.append("\n  rank ").append(core.device());
        text.append(" finished and can raise nothing any more      <- first cause");
      }
    }
    List<Integer> finished =
        cores.stream()
            .filter(core -> core.stop().isEmpty() && !causes.contains(core.device()))
            .map(Core::device)
            .toList();
    if (!finished.isEmpty()) {
      text.append("\n  ").append(named(finished)).append(" finished");
    }
    advice.ifPresent(line -> text.append("\n  ").append(line));
    return text.toString();
  }

  /** The failure of a rank: what it threw is the cause, what others threw is suppressed. */
  RankFailedException failed(Session.Failure first, List<Throwable> others) {
    StringBuilder text = new StringBuilder("rank ").append(first.core().device());
    text.append(" of ").append(title).append(" failed ").append(first.where());
    text.append(stopped());
    RankFailedException failed =
        new RankFailedException(text.toString(), first.core().device(), first.thrown());
    others.forEach(failed::addSuppressed);
    return failed;
  }

  /** A run that was given up from outside. */
  CancelledException cancelled(String reason) {
    return new CancelledException(title + " was cancelled: " + reason + stopped());
  }

  /** What goes on, of a run that has not ended: no rank has stopped. */
  String doing() {
    Map<Optional<Stop>, List<Integer>> alike = alike(Core::now);
    StringBuilder text = new StringBuilder();
    alike.forEach(
        (stop, ranks) ->
            text.append("\n  ").append(named(ranks)).append(doing(stop, ranks.size() == 1)));
    return text.toString();
  }

  private static String doing(Optional<Stop> now, boolean one) {
    return switch (now.orElse(null)) {
      case null -> one ? " has nothing to do" : " have nothing to do";
      case Stop.Waiting wait ->
          (one ? " waits " : " wait ")
              + wait.on()
              + wait.at().at()
              + " for "
              + wait.what()
              + holds(one, wait.held());
      case Stop.Reading read ->
          (one ? " reads " : " read ")
              + read.cell()
              + " again and again "
              + read.at().at()
              + (one ? ", which holds " : ", which hold ")
              + read.held();
      case Stop.Running running -> (one ? " runs" : " run") + running.where();
    };
  }

  private static String holds(boolean one, int held) {
    return (one ? ", holds " : ", hold ") + held;
  }

  /** A line for ranks that were stopped at the same place. */
  private String stopped() {
    StringBuilder text = new StringBuilder();
    Map<String, List<Integer>> alike = alike(core -> core.stop().map(Report::stoppedAt).orElse(""));
    alike.forEach(
        (where, ranks) -> {
          if (!where.isEmpty()) {
            boolean one = ranks.size() == 1;
            text.append("\n  ").append(named(ranks)).append(one ? " was" : " were");
            text.append(one ? where : where.replace("while it ", "while they "));
          }
        });
    return text.toString();
  }

  /** Where a rank was stopped, in the singular. */
  static String stoppedAt(Stop stop) {
    return switch (stop) {
      case Stop.Waiting wait ->
          " stopped while it waited " + wait.on() + wait.at().at() + " for " + wait.what();
      case Stop.Reading read ->
          " stopped while it read " + read.cell() + " again and again " + read.at().at();
      case Stop.Running running -> " stopped while it ran" + running.where();
    };
  }

  private <K> Map<K, List<Integer>> alike(Function<Core, K> place) {
    Map<K, List<Integer>> alike = new LinkedHashMap<>();
    for (Core core : cores) {
      alike.computeIfAbsent(place.apply(core), _ -> new ArrayList<>()).add(core.device());
    }
    return alike;
  }

  private Map<Wait, List<Integer>> waits() {
    Map<Wait, List<Integer>> waits = new LinkedHashMap<>();
    for (Core core : cores) {
      for (Stop.Waiting stop : core.waits()) {
        Wait wait = new Wait(stop, whoCouldEnd(stop, core.device()));
        waits.computeIfAbsent(wait, _ -> new ArrayList<>()).add(core.device());
      }
    }
    return waits;
  }

  /** Looking for it runs the program's communication, which may be what is wrong. */
  private Optional<List<Culprit>> whoCouldEnd(Stop.Waiting stop, int waiter) {
    try {
      return culprits.of(waiter, stop.signal(), stop.cell());
    } catch (RuntimeException _) {
      return Optional.empty();
    }
  }

  private String blocked(Wait wait, List<Integer> ranks) {
    Stop.Waiting stop = wait.stop();
    boolean one = ranks.size() == 1;
    StringBuilder text = new StringBuilder("\n  ").append(named(ranks));
    text.append(one ? " waits " : " wait ").append(stop.on());
    text.append(stop.at().at()).append(" for ");
    text.append(stop.what()).append(holds(one, stop.held()));
    wait.culprits().ifPresent(who -> text.append(raisers(who)));
    if (one) {
      text.append(notifies(ranks.getFirst(), wait.culprits()));
    }
    return text.toString();
  }

  private static String raisers(List<Culprit> who) {
    if (who.isEmpty()) {
      return "; nobody notifies that cell";
    }
    Map<Integer, List<Integer>> lines = new LinkedHashMap<>();
    who.forEach(
        culprit ->
            lines.computeIfAbsent(culprit.rank(), _ -> new ArrayList<>()).add(culprit.line()));
    String text =
        lines.entrySet().stream()
            .map(e -> "rank " + e.getKey() + " could raise it, at " + lines(e.getValue()))
            .collect(Collectors.joining("; "));
    return (lines.size() == 1 ? "; only " : "; ") + text;
  }

  private static String lines(List<Integer> lines) {
    return (lines.size() == 1 ? "line " : "lines ")
        + lines.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** What was notified last on a rank that waits: shows a notify that went to the wrong cell. */
  private String notifies(int waiter, Optional<List<Culprit>> who) {
    List<String> last = new ArrayList<>();
    for (Core core : cores) {
      String notify = core.notified().last(waiter);
      boolean concerned =
          who.isEmpty()
              || who.get().isEmpty()
              || who.get().stream().anyMatch(culprit -> culprit.rank() == core.device());
      if (!notify.isEmpty() && concerned) {
        last.add("rank " + core.device() + " " + notify);
      }
    }
    if (last.isEmpty()) {
      return "";
    }
    String more =
        last.size() > MOST_NOTIFIES ? "; and " + (last.size() - MOST_NOTIFIES) + " more" : "";
    return "\n    last notifies of rank "
        + waiter
        + ": "
        + String.join("; ", last.subList(0, Math.min(MOST_NOTIFIES, last.size())))
        + more;
  }

  /** Finished ranks such that some wait could be ended by finished ranks only. */
  private Set<Integer> firstCauses(Set<Wait> waits) {
    Set<Integer> causes = new LinkedHashSet<>();
    for (Wait wait : waits) {
      List<Integer> raisers =
          wait.culprits().orElse(List.of()).stream().map(Culprit::rank).toList();
      if (raisers.stream().allMatch(rank -> cores.get(rank).stop().isEmpty())) {
        causes.addAll(raisers);
      }
    }
    return causes;
  }

  /** {@code rank 3}, {@code ranks 0, 1, 5} or {@code ranks 0 to 62}. */
  private static String named(List<Integer> ranks) {
    int first = ranks.getFirst();
    int last = ranks.getLast();
    if (ranks.size() == 1) {
      return "rank " + first;
    }
    if (ranks.size() > 3 && last - first == ranks.size() - 1) {
      return "ranks " + first + " to " + last;
    }
    return ranks.stream().map(String::valueOf).collect(Collectors.joining(", ", "ranks ", ""));
  }
}
