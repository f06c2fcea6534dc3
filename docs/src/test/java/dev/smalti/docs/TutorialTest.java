package dev.smalti.docs;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.docs.Page.Shown;
import dev.smalti.examples.tutorial.Tutorial;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each step of the tutorial shows a program of the examples, what it prints, and what becomes of it
 * when something is changed.
 */
final class TutorialTest {
  private static final String FOLDER = "docs/en/tutorial/";
  private static final String PACKAGE = "dev.smalti.examples.tutorial";

  @TempDir private Path directory;

  /** A step: its page, and the program that it shows. */
  record Step(Page page, Block program) {
    @Override
    public String toString() {
      return page.name();
    }
  }

  /** A changed program, and what the page shows of it. */
  record Changed(Step step, Change change, Block shown) {
    @Override
    public String toString() {
      return change.toString();
    }
  }

  static List<Step> steps() throws IOException {
    try (Stream<Path> pages = Files.list(Page.PROJECT.resolve(FOLDER))) {
      return pages
          .map(page -> FOLDER + page.getFileName())
          .filter(name -> !name.endsWith("index.md"))
          .sorted()
          .map(Page::of)
          .map(page -> new Step(page, page.blocks("java").getFirst()))
          .toList();
    }
  }

  static List<Changed> changes() throws IOException {
    List<Changed> changes = new ArrayList<>();
    for (Step step : steps()) {
      for (Shown shown : step.page().outputs()) {
        if (shown.code().language().equals("diff")) {
          changes.add(new Changed(step, new Change(shown.code()), shown.output()));
        }
      }
    }
    return changes;
  }

  @Test
  void everyProgramHasItsStepInOrder() throws IOException {
    assertThat(steps().stream().map(step -> step.program().className()).toList())
        .containsExactlyElementsIn(Tutorial.programs().keySet())
        .inOrder();
  }

  @Test
  void theIndexListsTheStepsByTheirTitles() throws IOException {
    List<String> rows = new ArrayList<>();
    for (Step step : steps()) {
      String title = step.page().text().lines().findFirst().orElse("").replaceFirst("^# ", "");
      String file = step.page().name().substring(FOLDER.length());
      rows.add("| [%s](%s) | `%s` |".formatted(title, file, step.program().className()));
    }
    Page index = Page.of(FOLDER + "index.md");
    assertThat(index.text().lines().map(row -> row.replaceFirst("` \\|.*", "` |")).toList())
        .containsAtLeastElementsIn(rows)
        .inOrder();
  }

  @ParameterizedTest
  @MethodSource("steps")
  void everyBlockIsChecked(Step step) {
    List<String> languages = step.page().blocks().stream().map(Block::language).toList();
    String sequence = String.join(" ", languages);
    assertWithMessage("the program, its output, then changes with what they lead to")
        .that(sequence)
        .matches(Pattern.compile("java text( diff text)+"));
  }

  @ParameterizedTest
  @MethodSource("steps")
  void thePageShowsTheSource(Step step) throws IOException {
    String name = step.program().className();
    Path file =
        Page.PROJECT.resolve(
            "examples/src/main/java/" + PACKAGE.replace('.', '/') + "/" + name + ".java");
    String source =
        Files.readString(file)
            .replaceFirst("^package " + PACKAGE + ";\n\n", "// " + name + ".java\n");
    assertThat(step.program().text() + "\n").isEqualTo(source);
  }

  @ParameterizedTest
  @MethodSource("steps")
  void theProgramPrintsWhatThePageShows(Step step) throws Exception {
    Method run = Tutorial.class.getMethod("run", String.class, String[].class);
    String printed = printed(run, step.program().className(), new String[0]);
    assertThat(printed).isEqualTo(step.page().outputOf(step.program()).orElseThrow().text() + "\n");
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeLeadsToWhatThePageShows(Changed changed) throws Exception {
    String name = changed.step().program().className();
    Path file = directory.resolve(name + ".java");
    Files.writeString(file, changed.change().applyTo(changed.step().program().text() + "\n"));
    String said = compile(file);
    if (Files.exists(directory.resolve(name + ".class"))) {
      said += run(name);
    }
    if (!changed.shown().shows(said)) {
      assertThat(said).isEqualTo(changed.shown().text() + "\n");
    }
  }

  private String compile(Path file) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    String classPath = System.getProperty("java.class.path");
    ToolProvider.getSystemJavaCompiler()
        .run(
            null,
            said,
            said,
            "-Xlint:all",
            "-Werror",
            "-d",
            directory.toString(),
            "-cp",
            classPath,
            "-processorpath",
            classPath,
            "-processor",
            "dev.smalti.processor.SmaltiProcessor",
            file.toString());
    return said.toString(StandardCharsets.UTF_8)
        .replace("\r\n", "\n")
        .replace(directory + directory.getFileSystem().getSeparator(), "");
  }

  private String run(String name) throws Exception {
    URL[] classes = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
      Method main = loader.loadClass(name).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      return printed(main, (Object) new String[0]);
    }
  }

  /** What a method prints, with the exception that ends it as Java shows it. */
  @SuppressWarnings("SystemOut") // the programs print there
  private static String printed(Method method, Object... arguments) throws IllegalAccessException {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    System.setOut(printed);
    try {
      method.invoke(null, arguments);
    } catch (InvocationTargetException e) {
      printed.print("Exception in thread \"main\" ");
      Throwable thrown = e.getCause();
      (thrown == null ? e : thrown).printStackTrace(printed);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
  }
}
