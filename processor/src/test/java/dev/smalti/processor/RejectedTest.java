package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sources that are refused: what is reported is what their comments say, and nothing else. */
class RejectedTest {
  private static final Pattern OPTION = Pattern.compile("// option: (\\S+)");

  static List<Path> sources() {
    return Sources.compilations("rejected");
  }

  @ParameterizedTest
  @MethodSource("sources")
  void isRejected(Path source) {
    var files = Sources.of(source);
    List<ExpectedDiagnostic> expected =
        files.stream().flatMap(file -> ExpectedDiagnostic.in(Sources.text(file)).stream()).toList();
    assertWithMessage("comments that expect something").that(expected).isNotEmpty();
    List<String> options = new ArrayList<>(List.of("-Xlint:all"));
    files.forEach(file -> options.addAll(options(Sources.text(file))));
    Compilation compilation =
        javac().withProcessors(new SmaltiProcessor()).withOptions(options.toArray()).compile(files);
    List<ExpectedDiagnostic> reported =
        compilation.diagnostics().stream()
            .map(ExpectedDiagnostic::reported)
            .filter(found -> found.line() > 0) // Javac's hints on its options have no place.
            .toList();
    assertThat(ExpectedDiagnostic.differences(expected, reported)).isEmpty();
  }

  /** What a comment asks for: {@code // option: -Asmalti.device=a5}. */
  private static List<String> options(String source) {
    return OPTION.matcher(source).results().map(comment -> comment.group(1)).toList();
  }
}
