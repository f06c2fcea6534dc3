package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of conformance holds, and is what the manual shows. With the system property {@code
 * smalti.manual} set to the folder {@code docs/en} the page is written anew.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class ConformanceTableTest {
  private static final Path MANUAL = Path.of("..", "docs", "en");

  private static final ConformanceTable TABLE = ConformanceTable.all();

  static Stream<Arguments> programs() {
    return TABLE.rows().stream()
        .flatMap(
            row -> row.worlds().flatMap(Worlds::cases).map(tried -> Arguments.of(row.id(), tried)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("programs")
  void runs(String id, Case tried) {
    Conformance.check(tried);
  }

  @Test
  @Tag("without-tier")
  void everyIdHasOneRow() {
    assertWithMessage("without a row").that(TABLE.missing()).isEmpty();
    assertWithMessage("unknown or twice").that(TABLE.superfluous()).isEmpty();
  }

  @Test
  @Tag("without-tier")
  void constructsAreShownByRows() {
    List<String> ids = TABLE.rows().stream().map(Row::id).toList();
    for (GraphConstruct construct : GraphConstruct.all()) {
      assertThat(construct.rows()).isNotEmpty();
      assertWithMessage(construct.name()).that(ids).containsAtLeastElementsIn(construct.rows());
    }
  }

  @Test
  @Tag("without-tier")
  void fewCannotBeExpressed() {
    long ids =
        TABLE.ids(Outcome.Inexpressible.class).stream().filter(id -> id.startsWith("H")).count();
    assertThat(ids).isAtMost(30);
  }

  @Test
  void isWhatTheManualShows(@TempDir Path rejected, @TempDir Path accepted) throws Exception {
    String text = ConformancePage.of(TABLE, marked(rejected), refusals(accepted));
    String page = "reference/conformance.md";
    String folder = System.getProperty("smalti.manual", "");
    if (!folder.isEmpty()) {
      Files.createDirectories(Path.of(folder, page).getParent());
      Files.writeString(Path.of(folder, page), text);
    }
    assertThat(text).isEqualTo(Files.readString(MANUAL.resolve(page)));
  }

  /** The sources that the compiler refuses, exactly where they are marked. */
  private static Corpus marked(Path classes) {
    Corpus rejected = Corpus.compile("rejected", classes);
    List<String> ids = TABLE.ids(Outcome.Rejected.class);
    assertThat(rejected.sources().keySet()).containsExactlyElementsIn(ids);
    for (String id : ids) {
      assertWithMessage("errors of %s that are not marked, or marks without", id)
          .that(rejected.differences(id))
          .isEmpty();
    }
    return rejected;
  }

  /** What those that are compiled and run say where they are refused, by id. */
  private static Map<String, List<String>> refusals(Path classes) throws Exception {
    Corpus accepted = Corpus.compile("accepted", classes);
    List<String> refused = TABLE.ids(Outcome.RefusedWhenRun.class);
    List<String> ids =
        Stream.concat(TABLE.ids(Outcome.Accepted.class).stream(), refused.stream()).toList();
    assertThat(accepted.sources().keySet()).containsExactlyElementsIn(ids);
    for (String id : ids) {
      assertWithMessage("errors of %s", id).that(accepted.errors(id)).isEmpty();
    }
    Map<String, List<String>> messages = new HashMap<>();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      for (String id : ids) {
        List<String> said = check(id, loader);
        assertWithMessage("messages of %s", id)
            .that(said.isEmpty())
            .isEqualTo(!refused.contains(id));
        messages.put(id, said);
      }
    }
    return messages;
  }

  /** Calls {@code check()} of a source, which returns the messages of what it tried, or nothing. */
  private static List<String> check(String id, ClassLoader loader) throws Exception {
    Method check = loader.loadClass(id).getDeclaredMethod("check");
    check.setAccessible(true);
    try {
      return check.invoke(null) instanceof List<?> messages
          ? messages.stream().map(String::valueOf).toList()
          : List.of();
    } catch (InvocationTargetException e) {
      throw new AssertionError(id + ": " + e.getCause(), e.getCause());
    }
  }
}
