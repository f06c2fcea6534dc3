package dev.smalti.bench;

import dev.smalti.bench.gate.Gate;
import dev.smalti.bench.gate.Round;
import dev.smalti.bench.gate.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Those that take turns with each other, and what is read from their times.
 *
 * @param name of the contest
 * @param cells pairs of contestants
 * @param run runs all rounds once
 */
record Contest(String name, List<Cell> cells, Run run) {
  /** All rounds. */
  @FunctionalInterface
  interface Run {
    Measured measure() throws IOException, InterruptedException;
  }

  /**
   * What a contest gave.
   *
   * @param runs the first one, and those that unclear cells asked for
   * @param rounds those that count for each cell
   */
  record Outcome(List<Measured> runs, Map<Cell, List<Round>> rounds) {}

  /** Runs it, and again for the cells that are unclear; they keep the rounds that they have. */
  Outcome hold() throws IOException, InterruptedException {
    List<Measured> runs = new ArrayList<>();
    Map<Cell, List<Round>> rounds = new LinkedHashMap<>();
    List<Cell> open = cells;
    for (int i = 0; i <= Gate.RERUNS && !open.isEmpty(); i++) {
      Measured measured = run.measure();
      runs.add(measured);
      for (Cell cell : open) {
        rounds.computeIfAbsent(cell, _ -> new ArrayList<>()).addAll(cell.rounds(measured));
      }
      open = open.stream().filter(cell -> isUnclear(cell, rounds)).toList();
    }
    return new Outcome(runs, rounds);
  }

  private static boolean isUnclear(Cell cell, Map<Cell, List<Round>> rounds) {
    return cell.judge(rounds.getOrDefault(cell, List.of())).verdict() == Verdict.UNCLEAR;
  }
}
