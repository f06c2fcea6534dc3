package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.processor.message.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every code has a page; the examples of each page do what the page says. */
class ErrorPagesTest {
  private static final Path PAGES = Path.of("..", "docs", "en", "errors");

  /** Codes that no source alone brings about, and the test that does. */
  private static final Map<Code, String> WITHOUT_EXAMPLE =
      Map.of(
          Code.INTERNAL, "CompilationStepsTest.failure plants a fault",
          Code.NOT_JAVAC, "JavacEnvironmentTest.notJavac hides javac",
          Code.UNKNOWN_OPTION, "SmaltiProcessorTest.unknownOption passes one",
          Code.UNKNOWN_VERSION, "CompiledFormsTest.otherVersion makes such a class",
          Code.BODY_UNAVAILABLE, "CompiledFormsTest.withoutProcessor makes such a class");

  /** Codes about calls of collectives, whose definitions are in another module. */
  private static final Set<Code> OF_COLLECTIVES =
      Set.of(
          Code.ALGORITHM,
          Code.COLLECTIVE_SIGNAL,
          Code.COLLECTIVE_OPERANDS,
          Code.COLLECTIVE_SIZES,
          Code.COLLECTIVE_CORES,
          Code.COLLECTIVES_DIFFER);

  /** Codes about the memory of a device, which is named by an option. */
  private static final Set<Code> OF_DEVICES =
      Set.of(
          Code.DEVICE_CAPACITY,
          Code.DEVICE_ALIGNMENT,
          Code.DEVICE_ELEMENT,
          Code.DEVICE_UNKNOWN_SIZE);

  private static final Path COLLECTIVES = Path.of("..", "collectives-lib", "src", "main", "java");

  private static final Set<Code> NOTES =
      Set.of(
          Code.NOT_DECIDED, Code.HINT_WITHOUT_EFFECT, Code.STATIC_PRINT, Code.DEVICE_UNKNOWN_SIZE);

  /** Notes of {@code -Asmalti.hints} about what costs time. */
  private static boolean isHint(Code code) {
    return code.id().startsWith("SML-8");
  }

  private static String[] options(Code code) {
    if (OF_DEVICES.contains(code)) {
      return new String[] {"-Asmalti.device=a2a3"};
    }
    return isHint(code)
        ? new String[] {"-Asmalti.hints", "--add-modules=jdk.incubator.vector"}
        : new String[0];
  }

  static Stream<Code> withExample() {
    return Arrays.stream(Code.values()).filter(code -> !WITHOUT_EXAMPLE.containsKey(code));
  }

  private static String page(Code code) throws IOException {
    return Files.readString(PAGES.resolve(code.id() + ".md"));
  }

  private static String example(String page, String marker) {
    Matcher block =
        Pattern.compile("<!-- " + marker + " -->\n```java\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertWithMessage("an example marked %s", marker).that(block.find()).isTrue();
    return block.group(1);
  }

  private static Compilation compile(String source, boolean withCollectives, String... options) {
    List<JavaFileObject> sources = new ArrayList<>();
    sources.add(JavaFileObjects.forSourceString("Example", source));
    if (withCollectives) {
      sources.addAll(Sources.of(COLLECTIVES));
    }
    return javac()
        .withProcessors(new SmaltiProcessor())
        .withOptions((Object[]) options)
        .compile(sources);
  }

  @Test
  @DisplayName("as many pages as codes")
  void complete() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      Set<String> pages =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.startsWith("SML-"))
              .collect(Collectors.toSet());
      assertThat(pages)
          .isEqualTo(
              Arrays.stream(Code.values())
                  .map(code -> code.id() + ".md")
                  .collect(Collectors.toSet()));
    }
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void titleAndHelp(Code code) throws IOException {
    String page = page(code);
    assertThat(page).startsWith("# " + code.id() + ": " + code.summary() + "\n");
    assertThat(page).contains("\nHelp: " + code.help() + "\n");
  }

  @ParameterizedTest
  @MethodSource("withExample")
  void failingExample(Code code) throws IOException {
    Compilation compilation =
        compile(example(page(code), "fails"), OF_COLLECTIVES.contains(code), options(code));
    List<String> codes =
        compilation.diagnostics().stream()
            .map(ExpectedDiagnostic::reported)
            .filter(found -> found.line() > 0) // Javac warns of modules that incubate.
            .map(found -> found.code() + " " + found.kind())
            .distinct()
            .toList();
    String kind = NOTES.contains(code) || isHint(code) ? "note" : "error";
    assertWithMessage("%s", compilation.diagnostics())
        .that(codes)
        .containsExactly(code.id() + " " + kind);
  }

  @ParameterizedTest
  @MethodSource("withExample")
  void fixedExample(Code code) throws IOException {
    boolean withCollectives = OF_COLLECTIVES.contains(code) || code == Code.COLLECTIVES_MISSING;
    Compilation compilation = compile(example(page(code), "fixed"), withCollectives, options(code));
    if (isHint(code)) {
      assertThat(compilation).succeeded();
      assertThat(compilation).hadNoteCount(0);
    } else {
      assertThat(compilation).succeededWithoutWarnings();
    }
  }
}
