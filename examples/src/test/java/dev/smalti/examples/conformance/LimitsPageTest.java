package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The page of limits names tests that exist, and is what the manual shows. With the system property
 * {@code smalti.manual} set to the folder {@code docs/en} the page is written anew.
 */
@Tag("without-tier")
final class LimitsPageTest {
  private static final Path ROOT = Path.of("..");
  private static final String PAGE = "reference/limits.md";

  private static final String HEAD =
      """
      # Limits

      Where the distributed model comes from it has limits of a machine and of a first compiler. This is
      what becomes of each here: *lifted*, what it forbids is possible; *kept*, it is a rule of the model;
      *dropped*, what it speaks of does not exist. The last column names what shows it: rows of the table
      of [conformance](conformance.md), and tests.

      | id | limit | | here | shown by |
      |---|---|---|---|---|
      """;

  @Test
  void everyLimitHasOneRow() {
    assertThat(Limits.all().stream().map(Limit::id).toList())
        .containsExactlyElementsIn(IntStream.rangeClosed(1, 38).mapToObj(i -> "L" + i).toList())
        .inOrder();
  }

  @Test
  void isWhatTheManualShows() throws IOException {
    Map<String, List<String>> tests = tests();
    List<String> rows = ConformanceTable.all().rows().stream().map(Row::id).toList();
    String text =
        Limits.all().stream()
            .map(
                limit ->
                    "| %s | %s | %s | %s | %s |\n"
                        .formatted(
                            limit.id(),
                            limit.limit(),
                            limit.fate().name().toLowerCase(Locale.ROOT),
                            limit.instead(),
                            limit.evidence().stream()
                                .map(shown -> link(limit, shown, rows, tests))
                                .collect(Collectors.joining(", "))))
            .collect(Collectors.joining("", HEAD, ""));
    String folder = System.getProperty("smalti.manual", "");
    if (!folder.isEmpty()) {
      Files.writeString(Path.of(folder, PAGE), text);
    }
    assertThat(text).isEqualTo(Files.readString(ROOT.resolve("docs").resolve("en").resolve(PAGE)));
  }

  private static String link(
      Limit limit, String shown, List<String> rows, Map<String, List<String>> tests) {
    if (!shown.endsWith("Test")) {
      assertWithMessage("rows of %s", limit).that(rows).contains(shown);
      return shown;
    }
    List<String> paths = tests.getOrDefault(shown, List.of());
    assertWithMessage("tests of %s called %s", limit, shown).that(paths).hasSize(1);
    return "[%s](../../../%s)".formatted(shown, paths.getFirst());
  }

  /** The paths of the tests by their names, which may stand in several modules. */
  private static Map<String, List<String>> tests() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src").resolve("test").resolve("java"))
          .filter(Files::isDirectory)
          .flatMap(LimitsPageTest::files)
          .filter(file -> file.toString().endsWith("Test.java"))
          .collect(
              Collectors.groupingBy(
                  file -> file.getFileName().toString().replace(".java", ""),
                  Collectors.mapping(
                      file -> ROOT.relativize(file).toString().replace('\\', '/'),
                      Collectors.toList())));
    }
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new IllegalStateException(folder + " cannot be read", e);
    }
  }
}
