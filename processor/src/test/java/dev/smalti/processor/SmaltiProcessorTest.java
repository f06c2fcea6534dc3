package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SmaltiProcessorTest {
  private static final JavaFileObject COPY =
      JavaFileObjects.forSourceString(
          "app.Ring",
          """
          package app;

          import static dev.smalti.lang.Smalti.*;

          import dev.smalti.lang.*;

          class Ring {
            @InCore
            static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
              y.store(x.load());
            }
          }
          """);

  @Test
  @DisplayName("the processor is found as a service")
  void service() {
    assertThat(
            ServiceLoader.load(Processor.class).stream()
                .map(ServiceLoader.Provider::type)
                .anyMatch(SmaltiProcessor.class::equals))
        .isTrue();
  }

  @Test
  @DisplayName("Gradle may compile class by class")
  void gradle() throws IOException {
    List<String> lines = new ArrayList<>();
    for (URL file :
        Collections.list(
            SmaltiProcessor.class
                .getClassLoader()
                .getResources("META-INF/gradle/incremental.annotation.processors"))) {
      try (InputStream stream = file.openStream()) {
        lines.add(new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip());
      }
    }
    assertThat(lines).contains(SmaltiProcessor.class.getName() + ",isolating");
  }

  @Test
  @DisplayName("the entry point loads where the tree interfaces do not exist")
  void namesNoTrees() {
    Stream<Class<?>> types =
        Stream.concat(
            Arrays.stream(SmaltiProcessor.class.getDeclaredFields()).map(Field::getType),
            Stream.concat(
                    Arrays.stream(SmaltiProcessor.class.getDeclaredMethods()),
                    Arrays.stream(SmaltiProcessor.class.getDeclaredConstructors()))
                .flatMap((Executable each) -> Arrays.stream(each.getParameterTypes())));
    assertThat(types.map(Class::getName).filter(name -> name.startsWith("com.sun"))).isEmpty();
  }

  @Test
  void unknownOption() {
    Compilation compilation =
        javac().withProcessors(new SmaltiProcessor()).withOptions("-Asmalti.dmup=ir").compile(COPY);
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining("[SML-003] unknown option -Asmalti.dmup; did you mean -Asmalti.dump?");
  }

  @Test
  @DisplayName("timings are one note at the end: what was written, and how long each phase took")
  void timings() {
    Compilation compilation =
        javac().withProcessors(new SmaltiProcessor()).withOptions("-Asmalti.timings").compile(COPY);
    assertThat(compilation).succeeded();
    assertThat(compilation)
        .hadNoteContainingMatch(
            "Smalti: 1 methods, [23] classes with \\d+ lines written, in \\d+\\.\\d{3} s"
                + "(?s).*front end +\\d.*pass 01-.*emitters +\\d.*files +\\d");
  }

  @Test
  @DisplayName("without the option nothing is said of times")
  void noTimings() {
    Compilation compilation = javac().withProcessors(new SmaltiProcessor()).compile(COPY);
    assertThat(compilation).hadNoteCount(0);
  }

  @Test
  @DisplayName("a kernel in a local class is refused, also where it is the only one")
  void onlyLocal() {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .compile(
                JavaFileObjects.forSourceString(
                    "A",
                    """
                    class A {
                      static void f() { class L { @dev.smalti.lang.InCore static void a() {} } }
                    }
                    """));
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining("[SML-106] a has @InCore, but its class is local or anonymous");
  }

  @Test
  @DisplayName("type variables, locals and local classes in upper case are no missing names")
  void upperCaseNames() {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .compile(
                JavaFileObjects.forSourceString(
                    "A",
                    """
                    import dev.smalti.lang.*;
                    class A<T extends DType> {
                      T field;
                      enum Color { RED }
                      @InCore void k(@Shape("n") Tensor<T> x, @Shape("n") @Out Tensor<T> y) {
                        int N = 3; record R(int a) {} R r = new R(N);
                        switch (Color.RED) { case RED -> {} }
                        y.store(x.load());
                      }
                    }
                    """));
    assertThat(compilation).hadErrorContaining("[SML-101] k is not static");
    assertThat(compilation.warnings()).isEmpty();
  }

  @Test
  @DisplayName("nothing is done where nothing is annotated")
  void nothingAnnotated() {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .compile(JavaFileObjects.forSourceString("A", "@Deprecated class A {}"));
    assertThat(compilation).succeededWithoutWarnings();
    assertThat(compilation.generatedSourceFiles()).isEmpty();
  }
}
