package dev.smalti.bench;

import dev.smalti.bench.kernel.SumAlgorithm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How the time of an all-reduce in place grows with ranks and with bytes, for each algorithm. One
 * round, without verdicts.
 *
 * @param seconds of each timing, by its name
 */
record Growth(Map<String, Double> seconds) {
  private static final List<Integer> RANKS = List.of(2, 4, 8, 16, 32, 64, 128, 256, 512, 1000);
  private static final List<Long> SIZES =
      List.of(8L, 1L << 10, 16L << 10, 256L << 10, 1L << 20, 4L << 20, 64L << 20, 256L << 20);

  /** Windows of all ranks take at most a third of so many bytes. */
  private static final long MEMORY = 4L << 30;

  private static final int WINDOWS = 3;

  /** Measures, each number of ranks in a JVM of its own. */
  static Growth measure(Plan plan) throws IOException, InterruptedException {
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (int ranks : plan.isQuick() ? List.of(2, 3) : RANKS) {
      List<String> arguments = new ArrayList<>();
      arguments.add(Integer.toString(ranks));
      sizes(ranks).forEach(bytes -> arguments.add(Long.toString(bytes)));
      if (plan.isQuick()) {
        arguments.subList(3, arguments.size()).clear();
      }
      System.err.println("growth: all-reduce among " + ranks + " ranks ...");
      String output = Fork.run(Fork.java(List.of(), GrowthJvm.class, arguments));
      seconds.putAll(Timing.parse(CollectiveCell.SMALTI, output));
    }
    return new Growth(seconds);
  }

  /** Those that fit into memory. */
  static List<Long> sizes(int ranks) {
    return SIZES.stream().filter(bytes -> bytes * ranks * WINDOWS < MEMORY).toList();
  }

  /** The time of an algorithm, if it was measured. */
  Optional<Double> of(SumAlgorithm algorithm, int ranks, long bytes) {
    String name = algorithm.name().toLowerCase(Locale.ROOT);
    return Optional.ofNullable(
        seconds.get(new Timing(CollectiveCell.SMALTI, name, ranks, bytes).toString()));
  }

  /** What was measured among so many ranks or with so many bytes at all. */
  List<Integer> ranks() {
    List<Integer> all = new ArrayList<>(List.of(3));
    all.addAll(RANKS);
    return all.stream()
        .filter(ranks -> seconds.keySet().stream().anyMatch(k -> k.contains(" P=" + ranks + " ")))
        .sorted()
        .toList();
  }

  List<Long> sizes() {
    return SIZES.stream()
        .filter(bytes -> seconds.keySet().stream().anyMatch(k -> k.endsWith(" n=" + bytes)))
        .toList();
  }

  /** A table for each algorithm, as Markdown. */
  String markdown() {
    if (seconds.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append("\nAn all-reduce in place, by ranks and by bytes, one round:\n");
    for (SumAlgorithm algorithm : SumAlgorithm.values()) {
      text.append("\n| `" + algorithm + "`, ranks |");
      sizes().forEach(bytes -> text.append(" " + Timing.size(bytes) + " |"));
      text.append("\n|---|" + "---|".repeat(sizes().size()) + "\n");
      for (int ranks : ranks()) {
        text.append("| " + ranks + " |");
        for (long bytes : sizes()) {
          text.append(
              " " + of(algorithm, ranks, bytes).map(s -> Report.time(s, 0)).orElse("-") + " |");
        }
        text.append("\n");
      }
    }
    return text.toString();
  }
}
