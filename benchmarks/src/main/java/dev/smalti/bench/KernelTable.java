package dev.smalti.bench;

import dev.smalti.bench.gate.Gate;
import dev.smalti.bench.gate.Judgement;
import dev.smalti.bench.gate.Round;
import dev.smalti.bench.gate.Verdict;
import dev.smalti.bench.kernel.Competitor;
import dev.smalti.bench.kernel.Workloads;
import dev.smalti.runtime.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Fills the table of kernels. All cells are measured once; those without a verdict are measured
 * again while there is time.
 */
final class KernelTable {
  /** Kernels and JVMs of a warm-up. */
  private static final List<String> WARMED = List.of("softmax-32x1024", "gelu-65536");

  private static final int JVMS = 10;

  private final Plan plan;
  private final List<KernelCell> cells;
  private final KernelPeers peers;
  private final Path directory;
  private final long deadline;
  private final Map<KernelCell, String> absent = new LinkedHashMap<>();
  private final Map<KernelCell, List<Round>> rounds = new LinkedHashMap<>();
  private final List<Measured> runs = new ArrayList<>();

  /**
   * A table that is empty.
   *
   * @param plan how much is measured
   * @param cells its cells
   * @param peers what they are compared with
   * @param directory for what JVMs hand back
   * @param time after which nothing is measured again
   */
  KernelTable(Plan plan, List<KernelCell> cells, KernelPeers peers, Path directory, Duration time) {
    this.plan = plan;
    this.cells = cells;
    this.peers = peers;
    this.directory = directory;
    this.deadline = System.nanoTime() + time.toNanos();
  }

  /** The cells that one JVM measures together. */
  private record Meeting(String workload, String tier, Competitor.Library library) {
    static Meeting of(KernelCell cell) {
      return new Meeting(cell.workload(), cell.tier(), cell.against().library());
    }

    @Override
    public String toString() {
      return workload
          + ", "
          + tier
          + (library == Competitor.Library.NONE ? "" : ", with " + library);
    }
  }

  /** Measures. */
  List<TableLine> fill() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Json.write(libraries(), peers.libraries());
    for (KernelCell cell : cells) {
      missing(cell).ifPresent(why -> absent.put(cell, why));
    }
    List<KernelCell> open = cells.stream().filter(cell -> !absent.containsKey(cell)).toList();
    for (int i = 0; i <= Gate.RERUNS && !open.isEmpty(); i++) {
      measure(open, i > 0);
      open = open.stream().filter(this::isOpen).toList();
    }
    return cells.stream().map(this::line).toList();
  }

  List<Measured> runs() {
    return runs;
  }

  private TableLine line(KernelCell cell) {
    List<Round> found = rounds.getOrDefault(cell, List.of());
    return new TableLine(cell, found, cell.judge(found), Optional.ofNullable(absent.get(cell)));
  }

  private boolean isOpen(KernelCell cell) {
    Judgement judgement = cell.judge(rounds.getOrDefault(cell, List.of()));
    return !absent.containsKey(cell)
        && (judgement.verdict() == Verdict.UNCLEAR || judgement.verdict() == Verdict.TOO_NOISY);
  }

  private Path libraries() {
    return directory.resolve("libraries.json");
  }

  private Optional<String> missing(KernelCell cell) {
    Tier tier = tier(cell.tier());
    if (cell.isWarmUp()) {
      return Tiers.missing(tier);
    }
    Workloads.Described workload = Workloads.named(cell.workload());
    return Tiers.missing(tier, workload.owner(), workload.kernel())
        .or(() -> peers.missing(cell.against()));
  }

  private static Tier tier(String name) {
    for (Tier tier : Tier.values()) {
      if (Tiers.name(tier).equals(name)) {
        return tier;
      }
    }
    throw new IllegalArgumentException("no tier is called " + name);
  }

  private void measure(List<KernelCell> open, boolean again) throws InterruptedException {
    Map<Meeting, List<KernelCell>> meetings =
        open.stream()
            .filter(cell -> !cell.isWarmUp())
            .collect(Collectors.groupingBy(Meeting::of, LinkedHashMap::new, Collectors.toList()));
    for (var meeting : meetings.entrySet()) {
      if (again && System.nanoTime() > deadline) {
        return;
      }
      tell(meeting.getKey() + (again ? ", again" : ""), meeting.getValue());
      attempt(meeting.getValue(), () -> meet(meeting.getKey(), meeting.getValue()));
    }
    List<KernelCell> warmUps = open.stream().filter(KernelCell::isWarmUp).toList();
    if (!warmUps.isEmpty()) {
      tell("warm-up, %d JVMs of each kernel".formatted(JVMS), warmUps);
      attempt(warmUps, () -> warmUp(warmUps));
    }
  }

  private static void tell(String what, List<KernelCell> cells) {
    System.err.printf(
        Locale.ROOT,
        "row %s: %s ...%n",
        cells.stream()
            .map(cell -> Integer.toString(cell.row()))
            .distinct()
            .collect(Collectors.joining(", ")),
        what);
  }

  @FunctionalInterface
  private interface Attempt {
    void run() throws IOException, InterruptedException;
  }

  private void attempt(List<KernelCell> tried, Attempt attempt) throws InterruptedException {
    try {
      attempt.run();
    } catch (IOException failed) { // The others are worth having.
      System.err.println(failed.getMessage());
      tried.forEach(cell -> absent.put(cell, Absent.cause(failed)));
    }
  }

  private void meet(Meeting meeting, List<KernelCell> together)
      throws IOException, InterruptedException {
    Set<String> names = new LinkedHashSet<>();
    together.forEach(cell -> names.add(cell.ours().toString()));
    together.forEach(cell -> names.add(cell.against().toString()));
    Path file = directory.resolve("rounds.json");
    List<String> options = new ArrayList<>(Tiers.options(tier(meeting.tier())));
    options.add("-Xmx4g");
    options.addAll(
        KernelPeers.options(meeting.library(), directory.resolve("unpacked").toAbsolutePath()));
    Fork.run(
        Fork.java(
            options,
            WorkloadJvm.class,
            List.of(
                meeting.workload(),
                meeting.tier(),
                plan.name(),
                Integer.toString(plan.rounds()),
                libraries().toString(),
                String.join(WorkloadJvm.AND, names),
                file.toString())),
        KernelPeers.environment(meeting.library()));
    Measured measured = Json.read(file, Measured.class);
    runs.add(measured);
    for (KernelCell cell : together) {
      Cell pair =
          new Cell(
              cell.name(),
              Cell.Kind.RATIO,
              cell.ours().toString(),
              cell.peer(),
              0,
              OptionalDouble.of(cell.must()));
      rounds.computeIfAbsent(cell, _ -> new ArrayList<>()).addAll(pair.rounds(measured));
    }
  }

  private void warmUp(List<KernelCell> warmUps) throws IOException, InterruptedException {
    String tier = warmUps.getFirst().tier();
    Map<String, List<WarmUp>> each = new LinkedHashMap<>();
    for (int jvm = 0; jvm < (plan.isQuick() ? 1 : JVMS); jvm++) {
      for (String workload : WARMED) {
        Path file = directory.resolve("warm-up.json");
        List<String> arguments = List.of(workload, tier, file.toString());
        Fork.run(Fork.java(Tiers.options(tier(tier)), WarmUpJvm.class, arguments));
        each.computeIfAbsent(workload, _ -> new ArrayList<>()).add(Json.read(file, WarmUp.class));
      }
    }
    Measured measured = WarmUp.measured("warm-up, " + tier, each);
    runs.add(measured);
    for (KernelCell cell : warmUps) {
      rounds.put(cell, measured.of(WarmUp.SLOWER).stream().map(s -> new Round(0, s)).toList());
    }
  }
}
