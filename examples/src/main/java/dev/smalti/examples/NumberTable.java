package dev.smalti.examples;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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
  /** Without quotes, so that a row is one line. */
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT
          .builder()
          .setQuote(null)
          .setCommentMarker('#')
          .setIgnoreSurroundingSpaces(true)
          .setIgnoreEmptyLines(true)
          .get();

  /** What people and spreadsheets write; Java's own numbers know more, as 1d and 0x1p3. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

  private static final Pattern NOT_FINITE = Pattern.compile("NaN|[+-]?Infinity");

  /** The file is no rectangle of numbers; the message names file, line and column. */
  static final class MalformedTableException extends IOException {
    private static final long serialVersionUID = 1;

    MalformedTableException(Path file, String what) {
      super(file + ": " + what);
    }

    MalformedTableException(Path file, long line, int column, String what) {
      this(file, "line " + line + ", column " + column + ": " + what);
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
  static NumberTable read(Path file) throws MalformedTableException {
    List<float[]> rows = new ArrayList<>();
    try (CSVParser parser =
        CSVParser.builder().setReader(new StringReader(text(file))).setFormat(FORMAT).get()) {
      for (CSVRecord record : parser) {
        rows.add(numbers(file, parser.getCurrentLineNumber(), record, rows));
      }
    } catch (MalformedTableException e) {
      throw e;
    } catch (IOException e) {
      throw new MalformedTableException(file, String.valueOf(e.getMessage()));
    }
    if (rows.isEmpty()) {
      throw new MalformedTableException(file, "the file has no row of numbers");
    }
    int columns = rows.getFirst().length;
    float[] cells = new float[rows.size() * columns];
    for (int r = 0; r < rows.size(); r++) {
      System.arraycopy(rows.get(r), 0, cells, r * columns, columns);
    }
    return new NumberTable(rows.size(), columns, cells);
  }

  /** The text of a file, without the mark that some programs put in front of UTF-8. */
  private static String text(Path file) throws MalformedTableException {
    byte[] bytes = bytes(file);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult end = decoder.decode(ByteBuffer.wrap(bytes), text, true);
    String decoded = text.flip().toString();
    if (end.isError()) {
      String line = decoded.substring(decoded.lastIndexOf('\n') + 1);
      throw new MalformedTableException(
          file,
          decoded.chars().filter(c -> c == '\n').count() + 1,
          (int) line.chars().filter(c -> c == ',').count() + 1,
          "the bytes are not text in UTF-8");
    }
    return decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
  }

  private static byte[] bytes(Path file) throws MalformedTableException {
    if (Files.isDirectory(file)) {
      throw new MalformedTableException(file, "this is a directory");
    }
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new MalformedTableException(file, "there is no such file");
    } catch (AccessDeniedException e) {
      throw new MalformedTableException(file, "the file may not be read");
    } catch (IOException e) {
      throw new MalformedTableException(file, String.valueOf(e.getMessage()));
    }
  }

  private static float[] numbers(Path file, long line, CSVRecord record, List<float[]> before)
      throws MalformedTableException {
    if (!before.isEmpty() && record.size() != before.getFirst().length) {
      int expected = before.getFirst().length;
      throw new MalformedTableException(
          file,
          line,
          Math.min(record.size(), expected) + 1,
          "the row has " + count(record.size()) + ", the first one has " + expected);
    }
    float[] numbers = new float[record.size()];
    for (int column = 0; column < numbers.length; column++) {
      numbers[column] = number(file, line, column + 1, record.get(column));
    }
    return numbers;
  }

  private static String count(int numbers) {
    return numbers == 1 ? "1 number" : numbers + " numbers";
  }

  private static float number(Path file, long line, int column, String cell)
      throws MalformedTableException {
    if (NOT_FINITE.matcher(cell).matches()) {
      return Float.parseFloat(cell);
    }
    if (!NUMBER.matcher(cell).matches()) {
      throw new MalformedTableException(file, line, column, "'" + cell + "' is not a number");
    }
    float number = Float.parseFloat(cell);
    if (Float.isInfinite(number)) {
      throw new MalformedTableException(
          file, line, column, "'" + cell + "' is beyond the range of a float");
    }
    return number;
  }
}
