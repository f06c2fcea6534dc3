package dev.smalti.bench;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * What is asked for, from {@code goals.csv}. Lines with a row are the cells of the table of
 * kernels; in the others a star stands for anything. The first line that fits a cell counts; a cell
 * that none fits only informs.
 *
 * @param goals in the order of the file
 */
record Goals(List<Goal> goals) {
  /**
   * One line.
   *
   * @param row of the table of kernels
   * @param cell what is measured
   * @param peer what it is compared with
   * @param must the ratio, or the seconds, that are asked for
   * @param aim what would be better still
   */
  record Goal(OptionalInt row, String cell, String peer, double must, OptionalDouble aim) {
    private boolean fits(String aCell, String aPeer) {
      return wildcard(cell).matcher(aCell).matches() && wildcard(peer).matcher(aPeer).matches();
    }
  }

  /**
   * One line of {@code collectives.csv}.
   *
   * @param row of the table of collectives
   * @param what ranks do together
   * @param ranks how many
   * @param bytes of a rank's result
   * @param peer what it is compared with
   * @param must the ratio that is asked for
   * @param aim what would be better still
   */
  record Exchanged(
      int row, String what, int ranks, long bytes, String peer, double must, double aim) {}

  static Goals read() throws IOException {
    return new Goals(read("goals.csv", Goals::goal));
  }

  /** The cells of the table of collectives. */
  static List<Exchanged> exchanged() throws IOException {
    return read(
        "collectives.csv",
        line ->
            new Exchanged(
                Integer.parseInt(line.get("row")),
                line.get("what"),
                Integer.parseInt(line.get("ranks")),
                Long.parseLong(line.get("bytes")),
                line.get("peer"),
                Double.parseDouble(line.get("must")),
                Double.parseDouble(line.get("aim"))));
  }

  private static <T> List<T> read(String file, Function<CSVRecord, T> parsed) throws IOException {
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setCommentMarker('#')
            .setIgnoreSurroundingSpaces(true)
            .get();
    try (Reader reader =
            new InputStreamReader(
                Objects.requireNonNull(Goals.class.getResourceAsStream(file)),
                StandardCharsets.UTF_8);
        CSVParser lines = CSVParser.parse(reader, format)) {
      List<T> goals = new ArrayList<>();
      for (CSVRecord line : lines) {
        goals.add(parsed.apply(line));
      }
      return List.copyOf(goals);
    }
  }

  private static Goal goal(CSVRecord line) {
    String row = line.get("row");
    String aim = line.get("aim");
    return new Goal(
        row.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(row)),
        line.get("cell"),
        line.get("peer"),
        Double.parseDouble(line.get("must")),
        aim.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(aim)));
  }

  /** A star stands for anything. */
  private static Pattern wildcard(String text) {
    return Pattern.compile(
        Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  OptionalDouble of(String cell, String peer) {
    return goals.stream().filter(goal -> goal.fits(cell, peer)).mapToDouble(Goal::must).findFirst();
  }

  /** The cells of the table of kernels. */
  List<KernelCell> cells() {
    return goals.stream()
        .filter(goal -> goal.row().isPresent())
        .map(
            goal ->
                new KernelCell(
                    goal.row().getAsInt(),
                    goal.cell(),
                    goal.peer(),
                    goal.must(),
                    goal.aim().orElseThrow()))
        .toList();
  }
}
