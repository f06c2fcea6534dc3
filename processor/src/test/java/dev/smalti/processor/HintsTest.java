package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import dev.smalti.processor.message.Code;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code -Asmalti.hints} prints. Each program of {@code resources/hints} has kernels that get
 * a hint, and near ones that get none; comments at its end say which, by line, column and text.
 */
class HintsTest {
  private static final Path NAMED_KERNELS =
      Path.of("src/test/resources/dev/smalti/processor/emit/header/Kernels.java");

  static Stream<Path> programs() {
    return Sources.compilations("hints").stream();
  }

  private static List<JavaFileObject> program(String name) {
    return programs()
        .filter(program -> program.endsWith(name))
        .flatMap(program -> Sources.of(program).stream())
        .toList();
  }

  private static Compilation compile(List<JavaFileObject> files, String... options) {
    List<String> all =
        Stream.concat(Stream.of("--add-modules=jdk.incubator.vector"), Arrays.stream(options))
            .toList();
    return javac().withProcessors(new SmaltiProcessor()).withOptions(all).compile(files);
  }

  private static List<ExpectedDiagnostic> reported(Compilation compilation) {
    assertWithMessage("%s", compilation.diagnostics()).that(compilation.errors()).isEmpty();
    return compilation.notes().stream().map(ExpectedDiagnostic::reported).toList();
  }

  /** The first line of a message, without its code. */
  private static String text(ExpectedDiagnostic hint) {
    return hint.fragment().lines().findFirst().orElseThrow().replaceFirst("^\\[SML-\\d+] ", "");
  }

  @ParameterizedTest
  @MethodSource("programs")
  void says(Path program) {
    List<JavaFileObject> files = Sources.of(program);
    List<String> expected =
        files.stream()
            .flatMap(file -> ExpectedDiagnostic.in(Sources.text(file)).stream())
            .map(e -> "%s %d:%d %s".formatted(e.code(), e.line(), e.column(), e.fragment()))
            .toList();
    List<String> said =
        reported(compile(files, "-Asmalti.hints")).stream()
            .map(e -> "%s %d:%d %s".formatted(e.code(), e.line(), e.column(), text(e)))
            .toList();
    assertThat(said).containsExactlyElementsIn(expected);
  }

  @ParameterizedTest
  @MethodSource("programs")
  @DisplayName("without the option nothing is said")
  void silent(Path program) {
    assertThat(reported(compile(Sources.of(program)))).isEmpty();
  }

  @Test
  @DisplayName("every kind of hint is given by some program")
  void everyKind() {
    Set<String> given =
        programs()
            .flatMap(program -> Sources.of(program).stream())
            .flatMap(file -> ExpectedDiagnostic.in(Sources.text(file)).stream())
            .map(ExpectedDiagnostic::code)
            .collect(Collectors.toSet());
    assertThat(given)
        .isEqualTo(
            Arrays.stream(Code.values())
                .map(Code::id)
                .filter(id -> id.startsWith("SML-8"))
                .collect(Collectors.toSet()));
  }

  @Test
  @DisplayName("the same files in another order give the same hints in the same words")
  void order() {
    List<JavaFileObject> files =
        programs().flatMap(program -> Sources.of(program).stream()).toList();
    Set<String> forwards = messages(compile(files, "-Asmalti.hints"));
    Set<String> backwards = messages(compile(files.reversed(), "-Asmalti.hints"));
    assertThat(forwards).isNotEmpty();
    assertThat(backwards).isEqualTo(forwards);
  }

  private static Set<String> messages(Compilation compilation) {
    return compilation.notes().stream()
        .map(note -> note.getLineNumber() + " " + note.getMessage(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  @Test
  @DisplayName("a hint says what happens, why, where the data is, and what can be done")
  void whole() {
    Compilation compilation = compile(program("Kept.java"), "-Asmalti.hints");
    assertThat(messages(compilation))
        .contains(
            """
            42 [SML-801] e [64, 512] is kept in scratch: line 43 uses it in more than one loop
              The loop over its rows ends before line 43, which folds columns, for which all rows have to be there.
              It takes 131,072 bytes.
              %s\
            """
                .formatted(Code.NOT_FUSED.help()));
  }

  @Test
  @DisplayName("kernels that are written well get few hints")
  void few() {
    List<String> said =
        reported(compile(Sources.of(NAMED_KERNELS), "-Asmalti.hints")).stream()
            .map(hint -> hint.line() + " " + hint.code() + " " + text(hint))
            .toList();
    String folded =
        "SML-802 each row is computed into scratch and folded from there, 2,048 columns at a time:"
            + " one loop that does both would be longer than HotSpot compiles well";
    String factor =
        "SML-804 the right factor is read again for each strip of max(1, 32768 / n) rows";
    String half =
        "SML-803 this loop is not written in vectors: plain loops have an instruction that converts"
            + " F16, vectors have none";
    assertThat(said)
        .containsExactly(
            "144 " + half,
            "194 " + folded,
            "208 " + folded,
            "352 " + factor,
            "363 " + factor,
            "365 " + factor);
  }

  @Test
  @DisplayName("where the compilation does not see the Vector API, that is said once")
  void noVectors() {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("-Asmalti.hints")
            .compile(program("Plain.java"));
    assertThat(reported(compilation).stream().map(HintsTest::text).toList())
        .containsExactly(
            "no kernel of this compilation is written in vectors: it does not see the module"
                + " jdk.incubator.vector");
  }
}
