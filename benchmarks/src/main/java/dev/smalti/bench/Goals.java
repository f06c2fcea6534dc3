package dev.smalti.bench;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * The ratios that are asked for, from {@code goals.csv}: the first line that fits a cell counts. A
 * cell that none fits only informs.
 *
 * @param goals in the order of the file
 */
record Goals(List<Goal> goals) {
  /** One line. */
  record Goal(Pattern cell, Pattern peer, double ratio) {}

  static Goals read() throws IOException {
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
                Objects.requireNonNull(Goals.class.getResourceAsStream("goals.csv")),
                StandardCharsets.UTF_8);
        CSVParser lines = CSVParser.parse(reader, format)) {
      List<Goal> goals = new ArrayList<>();
      for (CSVRecord line : lines) {
        goals.add(
            new Goal(
                wildcard(line.get("cell")),
                wildcard(line.get("peer")),
                Double.parseDouble(line.get("goal"))));
      }
      return new Goals(List.copyOf(goals));
    }
  }

  /** A star stands for anything. */
  private static Pattern wildcard(String text) {
    return Pattern.compile(
        Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  OptionalDouble of(String cell, String peer) {
    return goals.stream()
        .filter(goal -> goal.cell().matcher(cell).matches() && goal.peer().matcher(peer).matches())
        .mapToDouble(Goal::ratio)
        .findFirst();
  }
}
