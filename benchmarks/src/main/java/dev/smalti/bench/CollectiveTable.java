package dev.smalti.bench;

import dev.smalti.bench.gate.Gate;
import dev.smalti.bench.gate.Round;
import dev.smalti.bench.gate.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Fills the table of collectives. All cells are measured once; those without a verdict are measured
 * again while there is time. Every turn is a process of its own.
 */
final class CollectiveTable {
  /** Barriers were seen to have a slow mode in some JVMs, so they have more rounds. */
  private static final int MORE_BARRIERS = 2;

  private static final String BARRIER = "barrier";
  private static final String MEMCPY = "memcpy";
  private static final String CYCLIC_BARRIER = "cyclicbarrier";

  private final Plan plan;
  private final List<CollectiveCell> cells;
  private final CollectivePeers peers;
  private final Map<CollectiveCell, String> absent = new LinkedHashMap<>();
  private final Map<CollectiveCell, List<Measured>> measured = new LinkedHashMap<>();
  private final List<Measured> runs = new ArrayList<>();

  /** Whether the sums of a crowd were asked for: they have to be right once, and take long. */
  private boolean summed;

  /**
   * A table that is empty.
   *
   * @param plan how much is measured
   * @param cells its cells
   * @param peers what they are compared with
   */
  CollectiveTable(Plan plan, List<CollectiveCell> cells, CollectivePeers peers) {
    this.plan = plan;
    this.cells = cells;
    this.peers = peers;
    for (CollectiveCell cell : cells) {
      peers.missing(cell).ifPresent(why -> absent.put(cell, why));
    }
  }

  /** Measures all cells. */
  void fill() throws InterruptedException {
    measure(cells, "", Long.MAX_VALUE);
  }

  /**
   * Measures cells without a verdict again.
   *
   * @param deadline of {@link System#nanoTime()}, after which nothing is begun
   */
  void fillAgain(long deadline) throws InterruptedException {
    for (int i = 0; i < Gate.RERUNS; i++) {
      List<CollectiveCell> open =
          cells.stream()
              .filter(
                  cell -> {
                    Verdict verdict = line(cell).verdict();
                    return verdict == Verdict.UNCLEAR || verdict == Verdict.TOO_NOISY;
                  })
              .toList();
      measure(open, ", again", deadline);
    }
  }

  List<TableLine> lines() {
    return cells.stream().map(this::line).toList();
  }

  List<Measured> runs() {
    return runs;
  }

  private TableLine line(CollectiveCell cell) {
    List<Round> rounds =
        Optional.ofNullable(measured.get(cell))
            .map(found -> cell.rounds(pooled(found)))
            .orElse(List.of());
    return new TableLine(cell, rounds, cell.judge(rounds), Optional.ofNullable(absent.get(cell)));
  }

  private static Measured pooled(List<Measured> found) {
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    for (Measured run : found) {
      run.seconds()
          .forEach(
              (name, times) -> seconds.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(times));
    }
    return new Measured(found.getFirst().contest(), found.getFirst().jvm(), seconds);
  }

  /** Cells whose turns are measured together. */
  private static String contest(CollectiveCell cell) {
    Timing ours = cell.pairs().getFirst().ours();
    String ranks = ", " + ours.ranks() + " ranks";
    return switch (ours.what()) {
      case "allgather", "alltoall" -> "all-gather and all-to-all";
      case "allreduce", "inplace" -> "all-reduce" + ranks;
      default -> ours.what() + ranks;
    };
  }

  private void measure(List<CollectiveCell> open, String again, long deadline)
      throws InterruptedException {
    Map<String, List<CollectiveCell>> contests =
        open.stream()
            .filter(cell -> !absent.containsKey(cell))
            .collect(
                Collectors.groupingBy(
                    CollectiveTable::contest, LinkedHashMap::new, Collectors.toList()));
    for (var contest : contests.entrySet()) {
      if (System.nanoTime() > deadline) {
        return;
      }
      List<CollectiveCell> together = contest.getValue();
      System.err.println(rows(together) + ": " + contest.getKey() + again + " ...");
      try {
        Measured run = hold(contest.getKey(), together);
        runs.add(run);
        together.stream()
            .distinct()
            .forEach(cell -> measured.computeIfAbsent(cell, _ -> new ArrayList<>()).add(run));
      } catch (IOException failed) { // The others are worth having.
        System.err.println(failed.getMessage());
        together.forEach(cell -> absent.put(cell, Absent.cause(failed)));
      }
    }
  }

  private static String rows(List<CollectiveCell> together) {
    return "row "
        + together.stream()
            .map(cell -> Integer.toString(cell.row()))
            .distinct()
            .collect(Collectors.joining(", "));
  }

  private Measured hold(String name, List<CollectiveCell> together)
      throws IOException, InterruptedException {
    Set<Timing> timings = new LinkedHashSet<>();
    together.forEach(cell -> timings.addAll(cell.timings()));
    List<Party> parties = new ArrayList<>();
    CollectivePeers.add(parties, CollectiveCell.SMALTI, timings, this::ours);
    parties.addAll(peers.parties(timings));
    int rounds = plan.rounds() + (name.startsWith(BARRIER) && !plan.isQuick() ? MORE_BARRIERS : 0);
    Map<String, List<Double>> seconds = Party.rounds(parties, rounds);
    for (Timing timing : timings) {
      if (seconds.getOrDefault(timing.toString(), List.of()).size() != rounds) {
        throw new IOException("Error: not every round printed a time of " + timing);
      }
    }
    return new Measured(name, Fork.JVM, seconds);
  }

  /** A JVM for each collective; a copy is measured in that of what it is compared with. */
  private String ours(int ranks, List<Timing> asked) throws IOException, InterruptedException {
    String world = Integer.toString(ranks);
    if (asked.stream().anyMatch(timing -> timing.what().equals(CYCLIC_BARRIER))) {
      return crowd(world);
    }
    StringBuilder output = new StringBuilder();
    Map<String, List<Timing>> jvms =
        asked.stream()
            .collect(
                Collectors.groupingBy(
                    timing -> timing.what().equals(MEMCPY) ? "allreduce" : timing.what(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    for (List<Timing> jvm : jvms.values()) {
      List<String> arguments = new ArrayList<>(List.of(world, plan.name()));
      jvm.stream()
          .sorted(Comparator.comparingLong(Timing::bytes))
          .map(timing -> String.format(Locale.ROOT, "%s:%d", timing.what(), timing.bytes()))
          .forEach(arguments::add);
      output.append(Fork.run(Fork.java(List.of(), CollectiveJvm.class, arguments)));
    }
    return output.toString();
  }

  private String crowd(String world) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(world, plan.name()));
    if (!summed) {
      arguments.add(CrowdJvm.SUMMED);
    }
    String output = Fork.run(Fork.java(List.of(), CrowdJvm.class, arguments));
    summed = true;
    return output;
  }
}
