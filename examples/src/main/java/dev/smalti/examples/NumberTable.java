package dev.smalti.examples;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * A rectangle of numbers.
 *
 * @param rows at least 1
 * @param columns at least 1
 * @param cells row by row, {@code rows * columns} of them
 */
@SuppressWarnings("ArrayRecordComponent") // tables are not compared
record NumberTable(int rows, int columns, float[] cells) {
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT
          .builder()
          .setCommentMarker('#')
          .setIgnoreSurroundingSpaces(true)
          .setIgnoreEmptyLines(true)
          .get();

  /** The file is no rectangle of numbers; the message names file, line and column. */
  static final class MalformedTableException extends IOException {
    private static final long serialVersionUID = 1;

    MalformedTableException(String message) {
      super(message);
    }
  }

  /** Row r, column c is {@code 100 * r + c}. */
  static NumberTable ramp(int rows, int columns) {
    float[] cells = new float[rows * columns];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = 100 * (i / columns) + i % columns;
    }
    return new NumberTable(rows, columns, cells);
  }

  /** Reads numbers separated by commas; lines that start with {@code #} are left out. */
  static NumberTable read(Path file) throws IOException {
    List<float[]> rows = new ArrayList<>();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        CSVParser parser = CSVParser.builder().setReader(reader).setFormat(FORMAT).get()) {
      for (CSVRecord record : parser) {
        rows.add(numbers(file, parser.getCurrentLineNumber(), record, rows));
      }
    } catch (NoSuchFileException e) {
      throw new MalformedTableException(file + ": there is no such file");
    } catch (UncheckedIOException e) {
      throw new MalformedTableException(file + ": " + e.getMessage());
    }
    if (rows.isEmpty()) {
      throw new MalformedTableException(file + ": the file has no row of numbers");
    }
    int columns = rows.getFirst().length;
    float[] cells = new float[rows.size() * columns];
    for (int r = 0; r < rows.size(); r++) {
      System.arraycopy(rows.get(r), 0, cells, r * columns, columns);
    }
    return new NumberTable(rows.size(), columns, cells);
  }

  private static float[] numbers(Path file, long line, CSVRecord record, List<float[]> before)
      throws MalformedTableException {
    if (!before.isEmpty() && record.size() != before.getFirst().length) {
      throw new MalformedTableException(
          file
              + ": line "
              + line
              + ", column "
              + (Math.min(record.size(), before.getFirst().length) + 1)
              + ": the row has "
              + record.size()
              + " numbers, the first one has "
              + before.getFirst().length);
    }
    float[] numbers = new float[record.size()];
    for (int column = 0; column < numbers.length; column++) {
      try {
        numbers[column] = Float.parseFloat(record.get(column));
      } catch (NumberFormatException e) {
        throw new MalformedTableException(
            file
                + ": line "
                + line
                + ", column "
                + (column + 1)
                + ": '"
                + record.get(column)
                + "' is not a number");
      }
    }
    return numbers;
  }
}
