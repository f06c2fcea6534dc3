package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import com.google.testing.compile.Compiler;
import com.google.testing.compile.JavaFileObjects;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.Trees;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.lower.FrontEnd;
import dev.smalti.processor.lower.HelperForm;
import dev.smalti.processor.lower.HelperTable;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.random.RandomProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A helper that was written down and read again is the helper in source: every caller gets the same
 * function, to the last name and the last place.
 */
class HelperFormsTest {
  /** An annotation, not a word of a text or comment. */
  private static final Pattern HELPER = Pattern.compile("(?m)^[^\"*/]*@Inline\\b");

  /** Every compilation of the tests, the examples and the benchmarks that has helpers. */
  static Stream<List<JavaFileObject>> compilations() throws IOException {
    List<List<JavaFileObject>> all = new ArrayList<>();
    for (String folder : List.of("accepted", "meaning")) {
      Sources.compilations(folder).forEach(each -> all.add(Sources.of(each)));
    }
    all.add(
        Sources.compilations("libraries").stream()
            .flatMap(step -> Sources.of(step).stream())
            .toList());
    for (String module : List.of("examples", "benchmarks")) {
      all.addAll(
          Sources.of(Path.of("..", module, "src").toAbsolutePath().normalize()).stream()
              .filter(source -> !source.toUri().getPath().contains("/rejected/"))
              .map(List::of)
              .toList());
    }
    return all.stream().filter(sources -> sources.stream().anyMatch(HelperFormsTest::hasHelpers));
  }

  private static boolean hasHelpers(JavaFileObject source) {
    return HELPER.matcher(Sources.text(source)).find();
  }

  @ParameterizedTest
  @MethodSource("compilations")
  @DisplayName("a caller of helpers is the same function whether they are source or were carried")
  void sameFunction(List<JavaFileObject> sources) {
    Comparison comparison = new Comparison();
    var _ = Compiler.javac().withOptions("-proc:only").withProcessors(comparison).compile(sources);
    assertThat(comparison.helpers).isAtLeast(1);
    assertThat(comparison.differences).isEmpty();
  }

  /** Wherever javac takes a line to end, and also if none does. */
  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\r", "\n\n\t", " "})
  void sameFunctionWhateverEndsALine(String end) {
    List<JavaFileObject> sources =
        Sources.compilations("libraries").stream()
            .flatMap(step -> Sources.of(step).stream())
            .map(source -> withLineEnds(source, end))
            .toList();
    Comparison comparison = new Comparison();
    var _ = Compiler.javac().withOptions("-proc:only").withProcessors(comparison).compile(sources);
    assertThat(comparison.helpers).isAtLeast(10);
    assertThat(comparison.differences).isEmpty();
  }

  private static JavaFileObject withLineEnds(JavaFileObject source, String end) {
    String file = source.getName();
    String name = file.substring(file.lastIndexOf('/') + 1).replace(".java", "");
    String text = Sources.text(source).replaceAll("(?s)/\\*\\*.*?\\*/|//[^\n]*", "");
    return JavaFileObjects.forSourceString(
        text.substring("package ".length(), text.indexOf(';')) + "." + name,
        text.replace("\n", end));
  }

  @Test
  void sameFunctionOfRandomPrograms() {
    for (int seed = 0; seed < 20; seed++) {
      String source = RandomProgram.classOf("Generated", 2, new Random(seed));
      Comparison comparison = new Comparison();
      var _ =
          Compiler.javac()
              .withOptions("-proc:only")
              .withProcessors(comparison)
              .compile(JavaFileObjects.forSourceString("Generated", source));
      assertWithMessage(source).that(comparison.differences).isEmpty();
    }
  }

  /** Reads every kernel and program with its helpers in source, and with its helpers carried. */
  @SupportedAnnotationTypes("*")
  private static final class Comparison extends AbstractProcessor {
    private final List<String> differences = new ArrayList<>();
    private int helpers;

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      Trees trees = Trees.instance(processingEnv);
      Collected inSource = new Collected(new ArrayList<>());
      Collected ofCarried = new Collected(new ArrayList<>());
      FrontEnd source =
          new FrontEnd(processingEnv, trees, inSource, _ -> Optional.empty(), HelperTable.NONE);
      FrontEnd carried =
          new FrontEnd(
              processingEnv,
              new WithoutHelpers(trees),
              ofCarried,
              _ -> Optional.empty(),
              owner -> source.helpers(owner).map(HelperFormsTest::travelled));
      for (ExecutableElement method : methods(round.getRootElements())) {
        if (AnnotatedMethod.planes(method).getFirst() == FunctionKind.INLINE) {
          helpers++;
        } else if (!AnnotatedMethod.isGeneric(method)) {
          Optional<Function> expected = source.lower(method);
          Optional<Function> actual = carried.lower(method);
          if (!expected.equals(actual) || expected.isEmpty()) {
            differences.add(method + ":\n" + expected + "\n" + actual + "\n" + ofCarried.found());
          }
        }
      }
      if (!carried.instances().equals(source.instances())) {
        differences.add("instances:\n" + source.instances() + "\n" + carried.instances());
      }
      return false;
    }

    private static List<ExecutableElement> methods(Iterable<? extends Element> elements) {
      List<ExecutableElement> methods = new ArrayList<>();
      for (TypeElement type : ElementFilter.typesIn(elements)) {
        ElementFilter.methodsIn(type.getEnclosedElements()).stream()
            .filter(method -> !AnnotatedMethod.planes(method).isEmpty())
            .forEach(methods::add);
        methods.addAll(methods(type.getEnclosedElements()));
      }
      return methods;
    }
  }

  private static HelperForm travelled(HelperForm form) {
    HelperForm read = HelperForm.parse(form.print());
    assertThat(read).isEqualTo(form);
    return read;
  }

  private record Collected(List<String> found) implements Report {
    @Override
    public void error(
        Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
      found.add(code + " " + text + " " + String.join(" ", details));
    }

    @Override
    public void note(Code code, CompilationUnitTree unit, Tree at, String text, String... details) {
      found.add(code + " " + text);
    }

    @Override
    public void leaveToJavac() {
      found.add("left to javac");
    }
  }
}
