package dev.smalti.bench;

import dev.smalti.bench.kernel.Operation;
import dev.smalti.bench.peer.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Kernels on one core, against the same by hand. Each operation and tier has a JVM of its own.
 *
 * @param plan how much
 * @param goals what is asked for
 * @param intrinsics the library in C
 * @param directory for what the JVMs hand back
 */
record KernelSuite(Plan plan, Goals goals, Peer intrinsics, Path directory) {
  private static final List<String> HEAP_PEERS =
      List.of(KernelJvm.EAGER, KernelJvm.PLAIN, KernelJvm.VECTOR_HEAP, KernelJvm.INTRINSICS);
  private static final List<String> NATIVE_PEERS =
      List.of(KernelJvm.EAGER, KernelJvm.PLAIN, KernelJvm.VECTOR_NATIVE, KernelJvm.INTRINSICS);

  Suite of(List<String> operations) {
    List<Contest> contests = new ArrayList<>();
    List<Absent> absent = new ArrayList<>();
    for (String operation : operations) {
      for (Tier tier : Tier.values()) {
        List<Cell> cells = new ArrayList<>();
        cells.addAll(cells(operation, tier, KernelJvm.HEAP, "heap", HEAP_PEERS));
        cells.addAll(cells(operation, tier, KernelJvm.NATIVE, "native", NATIVE_PEERS));
        if (!tier.has(Operation.named(operation).owner(), Operation.kernel(operation))) {
          cells.forEach(
              cell -> absent.add(absent(cell, "the compiler wrote no " + tier + " tier")));
          continue;
        }
        intrinsics
            .missing()
            .ifPresent(
                why ->
                    cells.stream()
                        .filter(KernelSuite::needsIntrinsics)
                        .forEach(cell -> absent.add(absent(cell, why))));
        if (intrinsics.missing().isPresent()) {
          cells.removeIf(KernelSuite::needsIntrinsics);
        }
        contests.add(
            new Contest(operation + ", " + tier + " tier", cells, () -> measure(operation, tier)));
      }
    }
    return new Suite(contests, absent);
  }

  private static boolean needsIntrinsics(Cell cell) {
    return cell.peer().equals(KernelJvm.INTRINSICS);
  }

  private static Absent absent(Cell cell, String why) {
    return new Absent(cell.name(), cell.peer(), why);
  }

  private List<Cell> cells(
      String operation, Tier tier, String ours, String memory, List<String> peers) {
    String name = operation + ", " + memory + ", " + tier + " tier";
    long bytes = 2L * Float.BYTES * Operation.named(operation).elements();
    return peers.stream()
        .map(peer -> new Cell(name, Cell.Kind.RATIO, ours, peer, bytes, goals.of(name, peer)))
        .toList();
  }

  private Measured measure(String operation, Tier tier) throws IOException, InterruptedException {
    Path file = directory.resolve(operation + "-" + tier + ".json");
    List<String> options = new ArrayList<>(tier.options());
    options.add("-Xmx" + (plan.isQuick() ? "256m" : "4g"));
    String library = intrinsics.ready().map(Path::toString).orElse(KernelJvm.NO_LIBRARY);
    Fork.run(
        Fork.java(
            options,
            KernelJvm.class,
            List.of(operation, tier.toString(), plan.name(), library, file.toString())));
    return Json.read(file, Measured.class);
  }
}
