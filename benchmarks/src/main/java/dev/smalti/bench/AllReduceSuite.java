package dev.smalti.bench;

import dev.smalti.bench.kernel.AllReduceRun;
import dev.smalti.bench.peer.Peer;
import dev.smalti.runtime.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The all-reduce on two ranks that are threads, against the one written by hand, and against what
 * memory gives to one thread. Everybody's turn is a JVM or a process of its own, which warms up and
 * gives its median: what a JIT compiler makes of a program in one JVM is not always what it makes
 * in the next.
 *
 * @param plan how much
 * @param goals what is asked for
 * @param twin the classes of the collectives written by hand
 * @param memoryLimit the program that measures memory
 */
record AllReduceSuite(Plan plan, Goals goals, Peer twin, Peer memoryLimit) {
  private static final String TWIN = "by hand in Java";
  private static final String LIMIT = "memory limit, 1 thread";

  /** The hand-written one with the barrier that suits it best here counts. */
  private static final List<String> BARRIERS = List.of("flags", "central");

  private static final Pattern TWIN_MEDIAN = Pattern.compile("median_us=([\\d.]+)");
  private static final Pattern LIMIT_RATE =
      Pattern.compile("thp=1 T=1 sz=16M .*add c=a\\+b result ([\\d.]+)");

  /**
   * A size, and what is comparable at it.
   *
   * @param bytes that a rank contributes
   * @param ours our algorithms, of which the faster one counts
   * @param twins those of the hand-written one
   */
  private record Size(String name, long bytes, List<String> ours, List<String> twins) {}

  private static final Size LATENCY = new Size("8 B", 8, List.of("mesh"), List.of("mesh1", "push"));
  private static final Size MIDDLE =
      new Size("64 KiB", 64 << 10, List.of("mesh", "push"), List.of("mesh1", "push"));
  private static final Size LARGE = new Size("16 MiB", 16 << 20, List.of("push"), List.of("push"));

  Suite suite() {
    List<Contest> contests = new ArrayList<>();
    List<Absent> absent = new ArrayList<>();
    for (Size size : plan.isQuick() ? List.of(LATENCY) : List.of(LATENCY, MIDDLE, LARGE)) {
      List<Candidate> candidates = new ArrayList<>();
      for (Tier tier : Tier.values()) {
        candidates.add(candidate(size, tier, TWIN, twin));
        if (size == LARGE) {
          candidates.add(candidate(size, tier, LIMIT, memoryLimit));
        }
      }
      absent.addAll(Candidate.absent(candidates));
      String name = "all-reduce " + size.name();
      List<Contestant> contestants = contestants(size);
      contests.add(
          new Contest(
              name,
              Candidate.present(candidates),
              () -> new Measured(name, List.of(), Rounds.run(contestants, plan.rounds()))));
    }
    return new Suite(contests, absent);
  }

  private Candidate candidate(Size size, Tier tier, String peer, Peer made) {
    String name = "all-reduce " + size.name() + ", 2 ranks, " + Tiers.name(tier);
    Cell cell =
        new Cell(name, Cell.Kind.RATIO, ours(tier), peer, size.bytes(), goals.of(name, peer));
    return new Candidate(cell, missing(tier).or(made::missing));
  }

  private static Optional<String> missing(Tier tier) {
    return Tiers.missing(tier, AllReduceRun.kernels(), "mesh");
  }

  private List<Contestant> contestants(Size size) {
    List<Contestant> contestants = new ArrayList<>();
    addPeer(contestants, twin, TWIN, classes -> twin(size, classes));
    if (size == LARGE) {
      addPeer(contestants, memoryLimit, LIMIT, AllReduceSuite::limit);
    }
    for (Tier tier : Tier.values()) {
      if (missing(tier).isEmpty()) {
        contestants.add(new Contestant(ours(tier), () -> ours(size, tier)));
      }
    }
    return contestants;
  }

  /** A turn that needs what was made of a peer. */
  @FunctionalInterface
  private interface PeerTurn {
    double seconds(Path made) throws IOException, InterruptedException;
  }

  private static void addPeer(List<Contestant> contestants, Peer peer, String name, PeerTurn turn) {
    peer.ready().ifPresent(made -> contestants.add(new Contestant(name, () -> turn.seconds(made))));
  }

  private static String ours(Tier tier) {
    return "smalti, " + Tiers.name(tier);
  }

  private double ours(Size size, Tier tier) throws IOException, InterruptedException {
    double best = Double.POSITIVE_INFINITY;
    for (String algorithm : size.ours()) {
      String output =
          Fork.run(
              Fork.java(
                  Tiers.options(tier),
                  AllReduceJvm.class,
                  List.of(algorithm, Long.toString(size.bytes()), plan.name())));
      best = Math.min(best, number(Pattern.compile(AllReduceJvm.SECONDS + "([\\d.]+)"), output));
    }
    return best;
  }

  private double twin(Size size, Path classes) throws IOException, InterruptedException {
    double best = Double.POSITIVE_INFINITY;
    for (String barrier : plan.isQuick() ? BARRIERS.subList(0, 1) : BARRIERS) {
      String output =
          Fork.run(
              Fork.java(
                  List.of(
                      "-Dmode=thread",
                      "-DP=2",
                      "-Dthp=true",
                      "-Dbar=" + barrier,
                      "-Dmax=" + Math.max(size.bytes(), 1 << 16),
                      "-Dops=" + String.join(",", size.twins()),
                      "-Dsizes=" + size.bytes()),
                  classes.toString(),
                  "Coll",
                  List.of()));
      best = Math.min(best, number(TWIN_MEDIAN, output) / 1e6);
    }
    return best;
  }

  private static double limit(Path program) throws IOException, InterruptedException {
    double rate = number(LIMIT_RATE, Fork.run(List.of(program.toString())));
    return LARGE.bytes() / (rate * 1e9);
  }

  /** The smallest of those that were printed. */
  private static double number(Pattern pattern, String output) throws IOException {
    return pattern
        .matcher(output)
        .results()
        .mapToDouble(found -> Double.parseDouble(found.group(1)))
        .min()
        .orElseThrow(() -> new IOException("no " + pattern + " in:\n" + output));
  }
}
