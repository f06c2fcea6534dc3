package dev.smalti.examples;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read, and what is said about a file that is no rectangle of numbers. */
@Tag("without-tier")
final class NumberTableTest {
  @TempDir private Path directory;

  private Path file(byte[] bytes) throws IOException {
    return Files.write(directory.resolve("t.csv"), bytes);
  }

  private NumberTable read(String text) throws IOException {
    return NumberTable.read(file(text.getBytes(StandardCharsets.UTF_8)));
  }

  private String refused(Path file) {
    String message =
        String.valueOf(
            assertThrows(NumberTable.MalformedTableException.class, () -> NumberTable.read(file))
                .getMessage());
    assertThat(message).startsWith(file + ": ");
    return message.substring((file + ": ").length());
  }

  private String refused(String text) throws IOException {
    return refused(file(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void rowsOfNumbers() throws IOException {
    NumberTable table = read("# a comment\n 1, -2.5 ,3e2\r\n\n+.5,6.,7E-1\n");
    assertThat(table.rows()).isEqualTo(2);
    assertThat(table.columns()).isEqualTo(3);
    assertThat(table.cells()).isEqualTo(new float[] {1, -2.5f, 300, .5f, 6, .7f});
  }

  @Test
  void whatSpreadsheetsPutInFrontIsNoNumber() throws IOException {
    assertThat(read("\uFEFF1,2\n").cells()).isEqualTo(new float[] {1, 2});
  }

  @Test
  void whatIsNotFiniteIsReadByName() throws IOException {
    assertThat(read("NaN,Infinity,-Infinity\n").cells())
        .isEqualTo(new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY});
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "1d", "1f", "0x1p3", "1 2", "--1", "1e", "\"1", "\"1\"", "."})
  void aCellThatIsNoNumberIsNamed(String cell) throws IOException {
    assertThat(refused("1,2\n# c\n3," + cell + "\n"))
        .isEqualTo("line 3, column 2: '" + cell + "' is not a number");
  }

  @ParameterizedTest
  @CsvSource({"1e50", "-1e39", "3.5e38"})
  void aNumberThatIsTooLargeIsNamed(String cell) throws IOException {
    assertThat(refused("1,2\n" + cell + ",4\n"))
        .isEqualTo("line 2, column 1: '" + cell + "' is beyond the range of a float");
  }

  @Test
  void rowsHaveOneLength() throws IOException {
    assertThat(refused("1,2\n3\n"))
        .isEqualTo("line 2, column 2: the row has 1 number, the first one has 2");
    assertThat(refused("1,2\n3,4,5\n"))
        .isEqualTo("line 2, column 3: the row has 3 numbers, the first one has 2");
  }

  @Test
  void otherTextThanUtf8IsNamed() throws IOException {
    byte[] latin = "1,2\n3,4\u00fc\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(refused(file(latin))).isEqualTo("line 2, column 2: the bytes are not text in UTF-8");
  }

  @Test
  void noFileNoNumbersNoTable() throws IOException {
    assertThat(refused(directory.resolve("none.csv"))).isEqualTo("there is no such file");
    assertThat(refused(directory)).isEqualTo("this is a directory");
    assertThat(refused("")).isEqualTo("the file has no row of numbers");
    assertThat(refused("# 1,2\n\n")).isEqualTo("the file has no row of numbers");
  }
}
