package dev.smalti.bench;

import dev.smalti.bench.kernel.Operation;
import dev.smalti.bench.peer.Peer;
import dev.smalti.runtime.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        List<Candidate> candidates = candidates(operation, tier);
        absent.addAll(Candidate.absent(candidates));
        List<Cell> cells = Candidate.present(candidates);
        if (!cells.isEmpty()) {
          contests.add(new Contest(name(operation, tier), cells, () -> measure(operation, tier)));
        }
      }
    }
    return new Suite(contests, absent);
  }

  private static String name(String operation, Tier tier) {
    return operation + ", " + Tiers.name(tier);
  }

  private List<Candidate> candidates(String operation, Tier tier) {
    Optional<String> kernel =
        Tiers.missing(tier, Operation.named(operation).owner(), Operation.kernel(operation));
    List<Cell> cells = new ArrayList<>();
    cells.addAll(cells(operation, tier, KernelJvm.HEAP, "heap", HEAP_PEERS));
    cells.addAll(cells(operation, tier, KernelJvm.NATIVE, "native", NATIVE_PEERS));
    return cells.stream()
        .map(cell -> new Candidate(cell, kernel.or(() -> missing(cell.peer()))))
        .toList();
  }

  private Optional<String> missing(String peer) {
    return peer.equals(KernelJvm.INTRINSICS) ? intrinsics.missing() : Optional.empty();
  }

  private List<Cell> cells(
      String operation, Tier tier, String ours, String memory, List<String> peers) {
    String name = operation + ", " + memory + ", " + Tiers.name(tier);
    long bytes = 2L * Float.BYTES * Operation.named(operation).elements();
    return peers.stream()
        .map(peer -> new Cell(name, Cell.Kind.RATIO, ours, peer, bytes, goals.of(name, peer)))
        .toList();
  }

  private Measured measure(String operation, Tier tier) throws IOException, InterruptedException {
    Path file = directory.resolve(operation + "-" + tier.name() + ".json");
    List<String> options = new ArrayList<>(Tiers.options(tier));
    options.add("-Xmx" + (plan.isQuick() ? "256m" : "4g"));
    String library = intrinsics.ready().map(Path::toString).orElse(KernelJvm.NO_LIBRARY);
    Fork.run(
        Fork.java(
            options,
            KernelJvm.class,
            List.of(operation, Tiers.name(tier), plan.name(), library, file.toString())));
    return Json.read(file, Measured.class);
  }
}
