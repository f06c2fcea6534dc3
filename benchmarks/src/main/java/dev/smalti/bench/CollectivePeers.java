package dev.smalti.bench;

import dev.smalti.bench.peer.Peer;
import dev.smalti.bench.peer.PeerBuild;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The peers of the table of collectives, and how they are called.
 *
 * @param mpi the program for MPI
 * @param twin the classes of the collectives written by hand
 */
record CollectivePeers(Peer mpi, Peer twin) {
  /** The sizes of the program for MPI, which measures all up to the largest that is asked for. */
  private static final List<Long> SIZES =
      List.of(8L, 1L << 10, 64L << 10, 1L << 20, 16L << 20, 64L << 20);

  /** A twin has memory for so many bytes at least. */
  private static final long SCRATCH = 64 << 10;

  private static final Map<String, String> ENVIRONMENT =
      Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

  static CollectivePeers find(PeerBuild build, String mpiCompiler)
      throws IOException, InterruptedException {
    return new CollectivePeers(build.mpi(mpiCompiler), build.twin());
  }

  /** Why a cell cannot be measured, if so. */
  Optional<String> missing(CollectiveCell cell) {
    return switch (cell.peer()) {
      case CollectiveCell.OPEN_MPI -> mpi.missing();
      case CollectiveCell.TWIN -> twin.missing();
      default -> Optional.empty();
    };
  }

  /** Those that measure what others than we are asked for, each in all its settings. */
  List<Party> parties(Set<Timing> timings) {
    List<Party> parties = new ArrayList<>();
    for (String setting : CollectiveCell.MPI_SETTINGS) {
      add(parties, setting, timings, (ranks, asked) -> mpi(setting, ranks, asked));
    }
    for (String barrier : CollectiveCell.TWIN_BARRIERS) {
      add(
          parties,
          CollectiveCell.TWIN + ", " + barrier,
          timings,
          (ranks, asked) -> twin(barrier, ranks, asked));
    }
    return parties;
  }

  /** Runs a program for so many ranks; gives what it printed. */
  @FunctionalInterface
  interface Program {
    String output(int ranks, List<Timing> asked) throws IOException, InterruptedException;
  }

  /** Adds who has something to measure: its turn is a process for each number of ranks. */
  static void add(List<Party> parties, String who, Set<Timing> timings, Program program) {
    List<Timing> asked = timings.stream().filter(timing -> timing.who().equals(who)).toList();
    Set<Integer> worlds = new LinkedHashSet<>();
    asked.forEach(timing -> worlds.add(timing.ranks()));
    if (asked.isEmpty()) {
      return;
    }
    parties.add(
        new Party(
            who,
            () -> {
              StringBuilder output = new StringBuilder();
              for (int ranks : worlds) {
                output.append(
                    program.output(
                        ranks, asked.stream().filter(timing -> timing.ranks() == ranks).toList()));
              }
              return Timing.parse(who, output.toString());
            }));
  }

  private String mpi(String setting, int ranks, List<Timing> asked)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mpirun", "--oversubscribe"));
    if (!setting.equals(CollectiveCell.OPEN_MPI)) {
      command.addAll(List.of("--mca", "btl_vader_single_copy_mechanism", "none"));
    }
    command.addAll(List.of("-np", Integer.toString(ranks)));
    command.add(mpi.ready().orElseThrow().toString());
    command.add(names(asked));
    long most = asked.stream().mapToLong(Timing::bytes).max().orElse(0);
    command.add(Long.toString(SIZES.stream().filter(size -> size < most).count() + 1));
    return Fork.run(command, ENVIRONMENT);
  }

  /** On two processors: two threads of the system, or more that are virtual and park. */
  private String twin(String barrier, int ranks, List<Timing> asked)
      throws IOException, InterruptedException {
    List<String> sizes = asked.stream().map(Timing::bytes).distinct().map(String::valueOf).toList();
    long most = asked.stream().mapToLong(Timing::bytes).max().orElse(0);
    List<String> options =
        new ArrayList<>(
            List.of(
                "-DP=" + ranks,
                "-Dthp=true",
                "-Dbar=" + barrier,
                "-Dmax=" + Math.max(most, SCRATCH),
                "-Dops=" + names(asked),
                "-Dsizes=" + String.join(",", sizes)));
    boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
    options.addAll(
        crowded
            ? List.of("-Dmode=vthread", "-Dwait=park", "-DS=0", "-DY=0")
            : List.of("-Dmode=thread"));
    return Fork.run(Fork.java(options, twin.ready().orElseThrow().toString(), "Coll", List.of()));
  }

  private static String names(List<Timing> asked) {
    return String.join(",", asked.stream().map(Timing::what).distinct().toList());
  }
}
