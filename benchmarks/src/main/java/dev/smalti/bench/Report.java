package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import dev.smalti.bench.gate.Judgement;
import dev.smalti.bench.gate.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * All that is written down.
 *
 * @param surroundings what the numbers depend on
 * @param peers SHA-256 of each file from elsewhere
 * @param results the cells that were measured
 * @param absent those that could not be
 * @param runs the raw rounds
 * @param remarks what else is to be said
 */
record Report(
    Map<String, String> surroundings,
    Map<String, String> peers,
    List<Result> results,
    List<Absent> absent,
    List<Measured> runs,
    List<String> remarks) {

  /** The table and what belongs to it, as Markdown. */
  String markdown() {
    StringBuilder text = new StringBuilder();
    surroundings.forEach((name, value) -> text.append("- " + name + ": " + value + "\n"));
    text.append("\n| cell | ours | against | its time | ratio or extra | 90 % of it | goal | ")
        .append("verdict | rounds |\n|---|---|---|---|---|---|---|---|---|\n");
    results.forEach(result -> text.append(row(result)));
    for (Absent each : absent) {
      text.append(
          "| %s | - | %s | - | - | - | - | missed: %s | 0 |%n"
              .formatted(each.name(), each.peer(), each.why()));
    }
    text.append("\n" + summary() + "\n");
    remarks.forEach(remark -> text.append("\n" + remark + "\n"));
    text.append("\nSHA-256 of the peers:\n\n");
    peers.forEach((file, hash) -> text.append("- `" + file + "` " + hash + "\n"));
    return text.toString();
  }

  private static String row(Result result) {
    Cell cell = result.cell();
    Judgement judgement = result.judgement();
    double ours = Interval.median(result.rounds().stream().map(r -> r.ours()).toList());
    double theirs = Interval.median(result.rounds().stream().map(r -> r.peer()).toList());
    return "| %s | %s | %s | %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            cell.name(),
            time(ours, cell.bytes()),
            cell.peer(),
            time(theirs, cell.bytes()),
            judgement.interval().map(i -> number(cell, i.median())).orElse("-"),
            judgement
                .interval()
                .map(i -> number(cell, i.low()) + " to " + number(cell, i.high()))
                .orElse("-"),
            goal(cell),
            verdict(judgement),
            judgement.kept() + (judgement.dropped() > 0 ? ", dropped " + judgement.dropped() : ""));
  }

  private static String verdict(Judgement judgement) {
    return judgement.verdict() == Verdict.TOO_NOISY
        ? "too noisy: the machine gave no verdict"
        : judgement.verdict().toString();
  }

  private static String goal(Cell cell) {
    OptionalDouble goal = cell.goal();
    return goal.isPresent() ? number(cell, goal.getAsDouble()) : "-";
  }

  private static String number(Cell cell, double value) {
    return switch (cell.kind()) {
      case RATIO -> String.format(Locale.ROOT, "%.2f", value);
      case EXTRA -> String.format(Locale.ROOT, "%.3f s", value);
    };
  }

  static String time(double seconds, long bytes) {
    String time =
        seconds >= 0.1
            ? String.format(Locale.ROOT, "%.2f s", seconds)
            : seconds >= 1e-3
                ? String.format(Locale.ROOT, "%.2f ms", 1e3 * seconds)
                : String.format(Locale.ROOT, "%.2f us", 1e6 * seconds);
    return bytes < 1024
        ? time
        : time + String.format(Locale.ROOT, ", %.1f GB/s", bytes / seconds / 1e9);
  }

  private long count(Verdict verdict) {
    return results.stream().filter(result -> result.judgement().verdict() == verdict).count();
  }

  /** A table is accepted with no cell missed and at most a tenth without a verdict. */
  private String summary() {
    long missed = count(Verdict.MISSED) + absent.size();
    long open = count(Verdict.UNCLEAR) + count(Verdict.TOO_NOISY);
    long judged = count(Verdict.MET) + missed + open;
    boolean accepted = missed == 0 && 10 * open <= judged;
    return "%d cells: %d met, %d missed, %d unclear, %d too noisy, %d without a verdict. %s"
        .formatted(
            results.size() + absent.size(),
            count(Verdict.MET),
            missed,
            count(Verdict.UNCLEAR),
            count(Verdict.TOO_NOISY),
            count(Verdict.NONE),
            judged == 0 ? "" : accepted ? "The table is accepted." : "The table is not accepted.")
        .strip();
  }
}
