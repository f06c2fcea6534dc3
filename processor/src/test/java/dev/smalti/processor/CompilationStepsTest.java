package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.processor.FakeCompiler.FakeProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of work, with parts that do next to nothing. */
class CompilationStepsTest {
  private static JavaFileObject kernel(String name, String... members) {
    return JavaFileObjects.forSourceLines(
        "app." + name,
        Stream.of(
                Stream.of(
                    "package app;",
                    "import dev.smalti.lang.InCore;",
                    "final class " + name + " {",
                    "  static int bad(int x) { return x; }",
                    "  static void crash() {}",
                    "  static void misread() {} static void vanish() {} static void lost() {}"
                        + " static void left() {}"),
                Stream.of(members),
                Stream.of("}"))
            .flatMap(lines -> lines)
            .toList());
  }

  private static Compilation compile(JavaFileObject... sources) {
    return javac().withProcessors(new FakeProcessor()).compile(sources);
  }

  private static List<String> errors(Compilation compilation) {
    return compilation.errors().stream().map(CompilationStepsTest::shown).toList();
  }

  private static String shown(Diagnostic<? extends JavaFileObject> error) {
    String text = error.getMessage(Locale.ROOT).lines().findFirst().orElseThrow();
    return error.getLineNumber() + ":" + error.getColumnNumber() + " " + text;
  }

  @Test
  @DisplayName("our errors and javac's own, of kernel and neighbours, come out together")
  void withJavacsErrors() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  @InCore static void first() { bad(1); int x = \"a\"; }",
                "  @InCore static void second() { bad(2); }",
                "  static int other() { return \"b\"; }"));
    assertThat(errors(compilation))
        .containsExactly(
            "7:49 incompatible types: java.lang.String cannot be converted to int",
            "9:31 incompatible types: java.lang.String cannot be converted to int",
            "7:36 [SML-402] this call is bad",
            "8:37 [SML-402] this call is bad");
  }

  @Test
  @DisplayName("also of a class in which javac cannot resolve anything")
  void whenAttributionFails() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  private int field = Missing.of();",
                "  @InCore static void first() { bad(1); nothing.call(); }"));
    assertThat(errors(compilation))
        .containsExactly(
            "7:23 cannot find symbol",
            "8:36 [SML-402] this call is bad",
            "8:41 cannot find symbol");
  }

  @Test
  @DisplayName("with a processor, javac itself stops at a declaration it cannot resolve; ours stay")
  void whenDeclarationsFail() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  private Missing field;",
                "  @InCore static void first() { bad(1); nothing.call(); }"));
    assertThat(errors(compilation))
        .containsExactly("7:11 cannot find symbol", "8:36 [SML-402] this call is bad");
  }

  @Test
  @DisplayName("what javac has rejected itself is not rejected again")
  void rejectedByJavac() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  @InCore static void first() { bad(nothing); }",
                "  @InCore static void second() { bad(\"a\"); bad(bad(\"b\")); int y = bad(3); }"));
    assertThat(errors(compilation))
        .containsExactly(
            "7:37 cannot find symbol",
            "8:38 incompatible types: java.lang.String cannot be converted to int",
            "8:52 incompatible types: java.lang.String cannot be converted to int",
            "8:70 [SML-402] this call is bad");
  }

  @Test
  @DisplayName("errors come in the order of the source, each once")
  void order() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  @InCore static void last() { bad(bad(1)); }",
                "  @InCore static void first() { bad(2); }"));
    assertThat(errors(compilation))
        .containsExactly(
            "7:35 [SML-402] this call is bad",
            "7:39 [SML-402] this call is bad",
            "8:36 [SML-402] this call is bad")
        .inOrder();
  }

  @Test
  @DisplayName("an error has its help line below")
  void help() {
    Compilation compilation = compile(kernel("Ring", "  @InCore static void k() { bad(1); }"));
    assertThat(compilation).hadErrorContaining(dev.smalti.processor.message.Code.EXPRESSION.help());
  }

  @Test
  @DisplayName("what javac never analyses is printed at the end")
  void processingOnly() {
    Compilation compilation =
        javac()
            .withProcessors(new FakeProcessor())
            .withOptions("-proc:only")
            .compile(kernel("Ring", "  @InCore static void k() { bad(1); }"));
    assertThat(errors(compilation)).containsExactly("7:32 [SML-402] this call is bad");
  }

  @Test
  @DisplayName("entry points exist also for a wrong body: one error, no consequences")
  void entryPointsOfWrongBodies() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  @InCore static void k() { bad(1); }",
                "  static void use() { RingKernels.k(); }"));
    assertThat(errors(compilation)).containsExactly("7:32 [SML-402] this call is bad");
  }

  @Test
  @DisplayName("a failure of the compiler names the method, and the others are compiled")
  void failure() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  @InCore static void k() { crash(); }",
                "  @InCore static void good() {}",
                "  static final int USED = Ring_good.LINES;"));
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining(
            "[SML-001] the compiler failed on Ring.k: java.lang.IllegalStateException: planted");
  }

  @Test
  @DisplayName("a name that we read in another way than javac is reported, with both readings")
  void plantedResolution() {
    Compilation compilation = compile(kernel("Ring", "  @InCore static void k() { misread(); }"));
    assertThat(errors(compilation))
        .containsExactly(
            "7:29 [SML-001] the name was read as METHOD app.Ring.bad(int), "
                + "javac reads it as METHOD app.Ring.misread()");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  @DisplayName("a kernel waits for a type that another processor generates")
  void waitsForSignature(int round) {
    Compilation compilation =
        javac()
            .withProcessors(new FakeProcessor(), new GeneratingProcessor(round))
            .compile(
                kernel(
                    "Ring",
                    "  @InCore static void k(Made made) { int n = Made.N; }",
                    "  @InCore static void other() {}"),
                kernel("Caller", "  static void use() { RingKernels.k(); RingKernels.other(); }"));
    assertThat(compilation).succeededWithoutWarnings();
    assertThat(compilation).generatedSourceFile("app.Ring_k");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  @DisplayName("a kernel waits for a constant that another processor generates")
  void waitsForBody(int round) {
    Compilation compilation =
        javac()
            .withProcessors(new FakeProcessor(), new GeneratingProcessor(round))
            .compile(kernel("Ring", "  @InCore static void k() { int n = Made.N; }"));
    assertThat(compilation).succeededWithoutWarnings();
    assertThat(compilation).generatedSourceFile("app.Ring_k");
  }

  @Test
  @DisplayName("a type that nobody generates is reported, without consequences")
  void neverGenerated() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  @InCore static void k(Made made) { }",
                "  @InCore static void b() { int n = Made.N; bad(1); }",
                "  static void use() { RingKernels.b(); }"));
    assertThat(errors(compilation))
        .containsExactly(
            "7:25 cannot find symbol",
            "8:37 [SML-402] unknown Made",
            "8:48 [SML-402] this call is bad");
  }

  @Test
  @DisplayName("names that differ in case only clash")
  void clash() {
    Compilation compilation =
        compile(
            kernel("Ring", "  @InCore static void step() {}", "  @InCore static void Step() {}"));
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining(
            "[SML-005] the class app.Ring_Step cannot be generated: "
                + "it is generated for app.Ring.step() as well");
  }

  @Test
  @DisplayName("flattened nesting may clash")
  void nestedClash() {
    Compilation compilation =
        compile(
            kernel("Ring", "  static class B { @InCore static void c() {} }"),
            kernel("Ring_B", "  @InCore static void c() {}"));
    assertThat(compilation).hadErrorContaining("[SML-005] the class app.Ring_B");
  }

  @Test
  @DisplayName("a class that the user has written is not overwritten")
  void userClass() {
    Compilation compilation =
        compile(
            kernel("Ring", "  @InCore static void step() {}"),
            JavaFileObjects.forSourceString("app.Ring_step", "package app; class Ring_step {}"));
    assertThat(compilation)
        .hadErrorContaining("[SML-005] the class app.Ring_step cannot be generated");
  }

  @Test
  @DisplayName("two copies of the processor on the path are reported")
  void twice() {
    Compilation compilation =
        javac()
            .withProcessors(new FakeProcessor(), new FakeProcessor())
            .compile(kernel("Ring", "  @InCore static void step() {}"));
    assertThat(compilation).hadErrorContaining("from this one twice on the path");
  }

  @Test
  @DisplayName("a method without code and without a reason is a failure of the compiler")
  void silence() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  @InCore static void k() { vanish(); }",
                "  @InCore static void caller() { lost(); }",
                "  @InCore static void good() {}"));
    assertThat(errors(compilation))
        .containsExactly("7:23 [SML-001] Ring.k was not compiled, and nothing else says why");
  }

  @Test
  @DisplayName("a call of what is nowhere is no silence either")
  void lostCallee() {
    Compilation compilation = compile(kernel("Ring", "  @InCore static void caller() { lost(); }"));
    assertThat(errors(compilation))
        .containsExactly("7:23 [SML-001] Ring.caller was not compiled, and nothing else says why");
  }

  @Test
  @DisplayName("what is left to javac is javac's to report")
  void leftToJavac() {
    Compilation compilation =
        compile(kernel("Ring", "  @InCore static void k() { left(); break; }"));
    assertThat(errors(compilation)).containsExactly("7:37 break outside switch or loop");
  }

  @Test
  @DisplayName("a class that waits in vain brings no warning of javac's where nobody names it")
  void waitsInVain() {
    Compilation compilation =
        compile(
            kernel(
                "Ring",
                "  @InCore static void k() { int n = Made.N; }",
                "  @InCore static void other() {}"));
    assertThat(errors(compilation)).containsExactly("7:37 cannot find symbol");
    assertThat(compilation.warnings()).isEmpty();
  }

  @Test
  @DisplayName("the dump has a file for each pass")
  void dump(@TempDir Path directory) throws IOException {
    Compilation compilation =
        javac()
            .withProcessors(new FakeProcessor())
            .withOptions("-Asmalti.dump=" + directory)
            .compile(kernel("Ring", "  @InCore static void step() {}"));
    assertThat(compilation).succeeded();
    try (Stream<Path> files = Files.list(directory.resolve("app.Ring.step"))) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .containsExactly("00-front-end.ir", "01-nothing.ir")
          .inOrder();
    }
  }

  @Test
  @DisplayName("the default package, and two packages with the same names")
  void packages() {
    Compilation compilation =
        compile(
            JavaFileObjects.forSourceString(
                "Plain", "class Plain { @dev.smalti.lang.InCore static void k() {} }"),
            JavaFileObjects.forSourceString(
                "a.Ring", "package a; class Ring { @dev.smalti.lang.InCore static void k() {} }"),
            JavaFileObjects.forSourceString(
                "b.Ring", "package b; class Ring { @dev.smalti.lang.InCore static void k() {} }"));
    assertThat(compilation).succeededWithoutWarnings();
    assertThat(compilation).generatedSourceFile("Plain_k");
    assertThat(compilation).generatedSourceFile("a.Ring_k");
    assertThat(compilation).generatedSourceFile("b.Ring_k");
  }
}
