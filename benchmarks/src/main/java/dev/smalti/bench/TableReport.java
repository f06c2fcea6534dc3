package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import dev.smalti.bench.gate.Judgement;
import dev.smalti.bench.gate.Round;
import dev.smalti.bench.gate.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table, and all that belongs to it.
 *
 * @param name of the benchmark
 * @param surroundings what the numbers depend on
 * @param peers SHA-256 of each file from elsewhere
 * @param lines the cells
 * @param runs the raw rounds
 * @param growth seconds of what was measured once, without verdicts
 */
record TableReport(
    String name,
    Map<String, String> surroundings,
    Map<String, String> peers,
    List<TableLine> lines,
    List<Measured> runs,
    Map<String, Double> growth) {
  private static final List<String> HEADER =
      List.of(
          "row", "cell", "ours", "peer", "ratio", "90 % of it", "must", "aim", "verdict", "rounds");

  /** The table and what belongs to it, as Markdown. */
  String markdown() {
    StringBuilder text = new StringBuilder();
    surroundings.forEach((name, value) -> text.append("- " + name + ": " + value + "\n"));
    text.append("\n" + table() + "\nSHA-256 of the peers:\n\n");
    peers.forEach((file, hash) -> text.append("- `" + file + "` " + hash + "\n"));
    return text.toString();
  }

  /** What the command ends with. */
  String summary() {
    return "bench %s: %d of %d met, %d unclear"
        .formatted(
            name,
            lines.stream().filter(TableLine::isMet).count(),
            lines.size(),
            lines.stream().filter(TableLine::isUnclear).count());
  }

  private String table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    lines.forEach(line -> rows.add(row(line)));
    int[] widths =
        IntStream.range(0, HEADER.size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    rows.add(1, IntStream.of(widths).mapToObj("-"::repeat).toList());
    return rows.stream().map(row -> padded(row, widths)).collect(Collectors.joining());
  }

  private static String padded(List<String> row, int... widths) {
    return IntStream.range(0, widths.length)
        .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static List<String> row(TableLine line) {
    TableCell cell = line.cell();
    Judgement judgement = line.judgement();
    List<Double> ours = line.rounds().stream().map(Round::ours).toList();
    List<Double> theirs = line.rounds().stream().map(Round::peer).toList();
    boolean measured = !ours.isEmpty();
    return List.of(
        Integer.toString(cell.row()),
        cell.name(),
        measured ? Report.time(Interval.median(ours), 0) : "-",
        cell.peer()
            + (measured && !cell.isInSeconds()
                ? " " + Report.time(Interval.median(theirs), 0)
                : ""),
        judgement.interval().map(i -> number(cell, i.median())).orElse("-"),
        judgement
            .interval()
            .map(i -> number(cell, i.low()) + " to " + number(cell, i.high()))
            .orElse("-"),
        number(cell, cell.must()),
        number(cell, cell.aim()),
        verdict(line),
        judgement.kept() + (judgement.dropped() > 0 ? ", dropped " + judgement.dropped() : ""));
  }

  private static String verdict(TableLine line) {
    return line.absent()
        .map(why -> Verdict.MISSED + ": " + why)
        .orElseGet(
            () ->
                line.verdict() == Verdict.TOO_NOISY
                    ? "unclear: the machine is too noisy"
                    : line.verdict().toString());
  }

  private static String number(TableCell cell, double value) {
    return String.format(Locale.ROOT, cell.isInSeconds() ? "%.2f s" : "%.2f", value);
  }
}
