package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sources as they are found in real code: compiled, with what is generated, without a warning. */
class AcceptedTest {
  static List<Path> sources() {
    return Sources.compilations("accepted");
  }

  private static Compilation compile(List<JavaFileObject> files) {
    return javac()
        .withProcessors(new SmaltiProcessor())
        .withOptions("-Xlint:all", "-Werror")
        .compile(files);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void isAccepted(Path source) {
    Compilation compilation = compile(Sources.of(source));
    assertThat(compilation).succeededWithoutWarnings();
    assertWithMessage("generated sources").that(generated(compilation)).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("sources")
  @DisplayName("the same sources in another order give the same bytes")
  void isDeterministic(Path source) {
    List<JavaFileObject> files = Sources.of(source);
    List<JavaFileObject> reversed = new ArrayList<>(files);
    Collections.reverse(reversed);
    SortedMap<String, String> first = generated(compile(files));
    assertThat(generated(compile(files))).isEqualTo(first);
    assertThat(generated(compile(reversed))).isEqualTo(first);
  }

  private static SortedMap<String, String> generated(Compilation compilation) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (JavaFileObject file : compilation.generatedSourceFiles()) {
      texts.put(file.getName(), Sources.text(file));
    }
    return texts;
  }
}
