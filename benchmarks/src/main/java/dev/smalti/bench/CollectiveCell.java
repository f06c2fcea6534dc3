package dev.smalti.bench;

import dev.smalti.bench.gate.Gate;
import dev.smalti.bench.gate.Interval;
import dev.smalti.bench.gate.Judgement;
import dev.smalti.bench.gate.Round;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A cell of the table of collectives.
 *
 * @param row of the table
 * @param name such as {@code all-reduce 64 KiB, 2 ranks}
 * @param peer what it is compared with
 * @param must the ratio that is asked for
 * @param aim what would be better still
 * @param fold what is made of several pairs
 * @param pairs what is measured for it
 */
record CollectiveCell(
    int row, String name, String peer, double must, double aim, Fold fold, List<Pair> pairs)
    implements TableCell {
  static final String SMALTI = "smalti";
  static final String OPEN_MPI = "Open MPI";
  static final String MEMCPY = "memcpy";
  static final String CYCLIC_BARRIER = "CyclicBarrier";
  static final String TWIN = "by hand in Java";

  /** Settings of Open MPI, of which the better one counts: as installed, and without CMA. */
  static final List<String> MPI_SETTINGS = List.of("Open MPI", "Open MPI without CMA");

  /** Barriers of the twin, of which the better one counts. */
  static final List<String> TWIN_BARRIERS = List.of("flags", "central");

  private static final int SMALL = 1024;
  private static final int QUICK_CROWD = 16;
  private static final List<Long> PARTS = List.of(1L << 10, 64L << 10, 1L << 20);

  /** What is made of several pairs. */
  enum Fold {
    /** There is one pair, or the geometric mean of all ratios of a round counts. */
    MEAN,
    /** The pair counts whose median ratio is the smallest. */
    LEAST
  }

  /**
   * What is compared.
   *
   * @param ours ours
   * @param peers the same in several settings, of which that with the smallest median counts
   */
  record Pair(Timing ours, List<Timing> peers) {
    List<Round> rounds(Measured measured) {
      List<Double> our = measured.of(ours.toString());
      List<Double> best =
          peers.stream()
              .map(peer -> measured.of(peer.toString()))
              .min(Comparator.comparingDouble(Interval::median))
              .orElseThrow();
      List<Round> rounds = new ArrayList<>();
      for (int i = 0; i < our.size(); i++) {
        rounds.add(new Round(best.get(i), our.get(i)));
      }
      return rounds;
    }
  }

  /**
   * A cell as it stands in the table of goals.
   *
   * @param quick whether few bytes and ranks stand for many
   */
  static CollectiveCell of(Goals.Exchanged goal, boolean quick) {
    int ranks = quick ? Math.min(goal.ranks(), QUICK_CROWD) : goal.ranks();
    long bytes = quick ? Math.min(goal.bytes(), SMALL) : goal.bytes();
    Timing ours = new Timing(SMALTI, goal.what(), ranks, bytes);
    return switch (goal.what()) {
      case "mean of parts" ->
          cell(goal, "all-gather and all-to-all, mean of 12", Fold.MEAN, parts(quick));
      case "least of parts" ->
          cell(goal, "all-gather and all-to-all, least of 12", Fold.LEAST, parts(quick));
      case "sum" ->
          cell(
              goal,
              "all-reduce, the worse of both, " + size(bytes, ranks),
              Fold.LEAST,
              List.of(byHand("allreduce", "push", ours), byHand("inplace", "inplace", ours)));
      default ->
          cell(goal, title(goal.what()) + size(bytes, ranks), Fold.MEAN, one(goal.peer(), ours));
    };
  }

  private static CollectiveCell cell(
      Goals.Exchanged goal, String name, Fold fold, List<Pair> pairs) {
    return new CollectiveCell(goal.row(), name, goal.peer(), goal.must(), goal.aim(), fold, pairs);
  }

  private static List<Pair> one(String peer, Timing ours) {
    return switch (peer) {
      case OPEN_MPI -> List.of(mpi(ours));
      case MEMCPY -> List.of(new Pair(ours, List.of(with(ours, SMALTI, "memcpy"))));
      case CYCLIC_BARRIER -> List.of(new Pair(ours, List.of(with(ours, SMALTI, "cyclicbarrier"))));
      default -> throw new IllegalArgumentException("nobody is called " + peer);
    };
  }

  private static List<Pair> parts(boolean quick) {
    return Stream.of(2, 4)
        .flatMap(
            ranks ->
                Stream.of("allgather", "alltoall")
                    .flatMap(
                        what ->
                            PARTS.stream()
                                .map(n -> quick ? Math.min(n, SMALL) : n)
                                .map(n -> mpi(new Timing(SMALTI, what, ranks, n)))))
        .toList();
  }

  private static Pair mpi(Timing ours) {
    return new Pair(ours, MPI_SETTINGS.stream().map(who -> with(ours, who, ours.what())).toList());
  }

  private static Pair byHand(String what, String theirs, Timing ours) {
    return new Pair(
        with(ours, SMALTI, what),
        TWIN_BARRIERS.stream().map(bar -> with(ours, TWIN + ", " + bar, theirs)).toList());
  }

  private static Timing with(Timing timing, String who, String what) {
    return new Timing(who, what, timing.ranks(), timing.bytes());
  }

  private static String title(String what) {
    return switch (what) {
      case "pingpong" -> "round trip of a signal";
      case "barrier" -> "barrier";
      case "allreduce" -> "all-reduce ";
      case "inplace" -> "all-reduce in place ";
      case "bcast" -> "broadcast ";
      default -> throw new IllegalArgumentException("nothing is called " + what);
    };
  }

  private static String size(long bytes, int ranks) {
    return (bytes == 0 ? "" : Timing.size(bytes)) + ", " + ranks + " ranks";
  }

  @Override
  public boolean isInSeconds() {
    return false;
  }

  @Override
  public Judgement judge(List<Round> rounds) {
    return Gate.judge(rounds, OptionalDouble.of(must));
  }

  /** All that is to be measured for it. */
  List<Timing> timings() {
    return pairs.stream()
        .flatMap(pair -> Stream.concat(Stream.of(pair.ours()), pair.peers().stream()))
        .toList();
  }

  /** What counts of one or several runs of all its pairs. */
  List<Round> rounds(Measured measured) {
    List<List<Round>> each = pairs.stream().map(pair -> pair.rounds(measured)).toList();
    return switch (fold) {
      case LEAST ->
          each.stream().min(Comparator.comparingDouble(CollectiveCell::ratio)).orElseThrow();
      case MEAN -> each.size() == 1 ? each.getFirst() : mean(each);
    };
  }

  private static double ratio(List<Round> rounds) {
    return Interval.median(rounds.stream().map(Round::ratio).toList());
  }

  /** The geometric means of all times of a round, whose ratio is that of the ratios. */
  private static List<Round> mean(List<List<Round>> each) {
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < each.getFirst().size(); i++) {
      double peer = 0;
      double ours = 0;
      for (List<Round> pair : each) {
        peer += Math.log(pair.get(i).peer());
        ours += Math.log(pair.get(i).ours());
      }
      rounds.add(new Round(Math.exp(peer / each.size()), Math.exp(ours / each.size())));
    }
    return rounds;
  }
}
