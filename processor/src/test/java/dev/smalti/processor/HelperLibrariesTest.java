package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.Tensor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Helpers of libraries that are only class files when their users are compiled. */
class HelperLibrariesTest {
  private static final List<Path> STEPS = Sources.compilations("libraries");

  @TempDir private Path directory;

  private SortedMap<String, String> compileInSteps(Steps steps) throws IOException {
    SortedMap<String, String> generated = new TreeMap<>();
    for (Path step : STEPS) {
      Compilation compilation = steps.compile(Sources.of(step), "-Xlint:all", "-Werror");
      assertThat(compilation).succeededWithoutWarnings();
      generated.putAll(Steps.generated(compilation));
    }
    return generated;
  }

  @Test
  @DisplayName("what is generated is what is generated from the source of the helpers")
  void sameCode() throws IOException {
    List<JavaFileObject> all = new ArrayList<>();
    STEPS.forEach(step -> all.addAll(Sources.of(step)));
    Compilation together = javac().withProcessors(new SmaltiProcessor()).compile(all);
    assertThat(together).succeeded();
    SortedMap<String, String> expected = Steps.generated(together);
    SortedMap<String, String> inSteps = compileInSteps(new Steps(directory));
    assertThat(inSteps.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (name, text) -> assertWithMessage(name).that(inSteps.get(name)).isEqualTo(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"normalize", "moments", "memory", "generic", "records"})
  @DisplayName("kernels compute what their methods compute")
  void sameBits(String kernel) throws Exception {
    Steps steps = new Steps(directory);
    compileInSteps(steps);
    ClassLoader classes = steps.classes();
    for (int i : new int[] {0, 1, 3}) {
      for (double d : new double[] {0.75, -3}) {
        assertThat(outcome(classes.loadClass("app.UserKernels"), kernel, i, d))
            .isEqualTo(outcome(classes.loadClass("app.User"), kernel, i, d));
      }
    }
  }

  private static String outcome(Class<?> owner, String name, int i, double d) throws Exception {
    float[] x = {0.25f, 1, -2, 3.5f, 0.5f, 0, 7, -0.125f};
    int[] k = {1, 2, 3, 4, 5, -6, 70, 811};
    float[] y = {1, 2, 3, 4, 5, 6, 7, 8};
    Method method =
        owner.getDeclaredMethod(
            name, Tensor.class, Tensor.class, Tensor.class, int.class, double.class);
    method.setAccessible(true);
    method.invoke(null, Tensor.of(x, 1, 8), Tensor.of(k, 1, 8), Tensor.of(y, 1, 8), i, d);
    return Arrays.toString(y) + Arrays.toString(k);
  }

  @Test
  @DisplayName("instances of a library's kernels are in the package of who calls them")
  void instancesAreTheCallers() throws IOException {
    assertThat(
            compileInSteps(new Steps(directory)).keySet().stream()
                .filter(name -> name.contains("Folds_") || name.contains("twoFolds"))
                .map(name -> name.replaceAll("^/?SOURCE_OUTPUT/|\\.java$", "")))
        .containsExactly(
            "app/Folds_blocks_F32_many2_MAX",
            "app/Folds_blocks_F32_many2_SUM",
            "app/Folds_blocks_I32_many2_SUM",
            "app/Folds_blocks_I64_many2_SUM",
            "app/Graphs_twoFolds_F32_I64_SUM",
            "base/Folds_Inline",
            "lib/Folds_blocks_I32_many2_MAX");
  }

  @Test
  @DisplayName("an instance that an earlier compilation of the package made is not made again")
  void instancesStay() throws IOException {
    Steps steps = new Steps(directory);
    compileInSteps(steps);
    JavaFileObject other =
        JavaFileObjects.forSourceString(
            "app.Other",
            """
            package app;
            import static dev.smalti.lang.Smalti.*;
            import dev.smalti.lang.*;
            final class Other {
              @Jit
              static void k(@Shape("1, 8") @InOut Tensor<F32> x) {
                base.Folds.blocks(x, 1, 2, MAX);
                base.Folds.blocks(x, 1, 2, MIN);
              }
            }
            """);
    Compilation compilation = steps.compile(List.of(other), "-Xlint:all", "-Werror");
    assertThat(compilation).succeededWithoutWarnings();
    assertThat(Steps.generated(compilation).keySet().stream().filter(n -> n.contains("Folds")))
        .containsExactly("/SOURCE_OUTPUT/app/Folds_blocks_F32_many2_MIN.java");
  }

  @Test
  @DisplayName("what is wrong with an instance of a library's kernel is wrong at the call")
  void wrongInstance() throws IOException {
    Steps steps = new Steps(directory);
    assertThat(steps.compile(Sources.of(STEPS.getFirst()))).succeeded();
    JavaFileObject user =
        JavaFileObjects.forSourceString(
            "app.Main",
            """
            package app;
            import static dev.smalti.lang.Smalti.*;
            import dev.smalti.lang.*;
            final class Main {
              @Jit
              static void k(@Shape("1, 8") @InOut Tensor<F32> x) {
                base.Folds.blocks(x, 1, 2, XOR);
                base.Folds.blocks(x, 1, 0, SUM);
              }
            }
            """);
    Compilation compilation = steps.compile(List.of(user));
    assertThat(compilation).hadErrorCount(2);
    assertThat(compilation)
        .hadErrorContaining(
            "[SML-201] XOR is not defined for F32\n"
                + "  This is in the helper base.Folds.folded with T = F32, op = XOR,"
                + " Folds.java:13.")
        .inFile(user)
        .onLine(7);
    assertThat(compilation)
        .hadErrorContaining("This is in base.Folds.blocks with T = F32, many = 0, op = SUM")
        .inFile(user)
        .onLine(8);
  }

  // ---- errors

  private static final JavaFileObject LIBRARY =
      JavaFileObjects.forSourceString(
          "lib.Halves",
          """
          package lib;
          import dev.smalti.lang.*;
          public final class Halves {
            @Inline public static Tile<Smalti.F32> sum(Tile<Smalti.F32> a, Tile<Smalti.F32> b) {
              return a
                  .add(b);
            }
            @Inline public static void put(Tensor<Smalti.F32> to, Tile<Smalti.F32> t) {
              to.store(t);
            }
          }
          """);

  private static JavaFileObject user(String... body) {
    List<String> lines = new ArrayList<>();
    lines.add("package app;");
    lines.add("import static dev.smalti.lang.Smalti.*;");
    lines.add("import dev.smalti.lang.*;");
    lines.add("final class Main {");
    lines.add("  @InCore");
    lines.add(
        "  static void k(@Shape(\"4, n\") Tensor<F32> x, @Shape(\"4, n\") @Out Tensor<F32> y) {");
    lines.addAll(List.of(body));
    lines.add("  }");
    lines.add("}");
    return JavaFileObjects.forSourceLines("app.Main", lines);
  }

  private static final JavaFileObject USER =
      user("    y.store(lib.Halves.sum(x.load(), x.load()));");

  @Test
  @DisplayName("an error in a helper stands at the call and names the place in the helper")
  void errorInside() throws IOException {
    Steps steps = new Steps(directory);
    assertThat(steps.compile(List.of(LIBRARY))).succeeded();
    JavaFileObject user =
        user("    y.store(lib.Halves.sum(x.load(), x.load(at(0, 0), shape(2, 7))));");
    Compilation compilation = steps.compile(List.of(user));
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining(
            "[SML-204] shapes differ: xTile is [4, n], xTile2 is [2, 7]\n"
                + "  This is in the helper lib.Halves.sum, Halves.java:6.")
        .inFile(user)
        .onLine(7)
        .atColumn(27);
  }

  @Test
  @DisplayName("a direction that a helper disregards is reported at the call")
  void writesInput() throws IOException {
    Steps steps = new Steps(directory);
    assertThat(steps.compile(List.of(LIBRARY))).succeeded();
    JavaFileObject user = user("    y.store(x.load());", "    lib.Halves.put(x, y.load());");
    Compilation compilation = steps.compile(List.of(user));
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining(
            "x is an input and is written here\n"
                + "  This is in the helper lib.Halves.put, Halves.java:9.")
        .inFile(user)
        .onLine(8);
  }

  @Test
  @DisplayName("a helper that was compiled without the processor is refused, with the reason")
  void withoutProcessor() throws IOException {
    Steps steps = new Steps(directory);
    assertThat(steps.compile(List.of(LIBRARY), "-proc:none")).succeeded();
    Compilation compilation = steps.compile(List.of(USER));
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining(
            "[SML-006] Halves.sum was compiled without the processor: its class file has no body to"
                + " put here\n"
                + "  Compile lib.Halves with the Smalti processor on the processor path, or compile"
                + " its source together with this class.")
        .inFile(USER)
        .onLine(7)
        .atColumn(27);
  }

  @Test
  @DisplayName("helpers of another version are refused: both versions and the jar are named")
  void otherVersion() throws IOException {
    Steps steps = new Steps(directory);
    Compilation library = steps.compile(List.of(LIBRARY, carrier(99, "whatever")), "-proc:none");
    assertThat(library).succeeded();
    steps.packLast("halves-2.0.jar");
    Compilation compilation = steps.compile(List.of(USER));
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining(
            "[SML-004] lib.Halves_Inline of halves-2.0.jar carries the compiled form of version 99,"
                + " this compiler reads version 1\n"
                + "  Compile the library again with this version of Smalti, or use the version that"
                + " compiled it.")
        .inFile(USER)
        .onLine(7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing that can be read\\n",
        "helpers lib.Halves Halves.java\\nmethod sum 4 2 400 5\\n12345\\n",
        "helpers lib.Halves Halves.java\\nmethod sum 4 0 5 5\\n12345\\n",
        "helpers lib.Halves Halves.java\\nmethod sum 4 0 6 6\\n) } } {\\n",
      })
  @DisplayName("helpers of this version that make no sense are as bad as those of another one")
  void unreadable(String text) throws IOException {
    Steps steps = new Steps(directory);
    assertThat(steps.compile(List.of(LIBRARY, carrier(1, text)), "-proc:none")).succeeded();
    Compilation compilation = steps.compile(List.of(USER));
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining(
            "[SML-004] the compiled form in lib.Halves_Inline cannot be read by this compiler:")
        .inFile(USER)
        .onLine(7);
  }

  private static JavaFileObject carrier(int version, String text) {
    return JavaFileObjects.forSourceString(
        "lib.Halves_Inline",
        """
        package lib;

        @dev.smalti.lang.spi.CompiledForm(version = %d, text = "%s")
        public final class Halves_Inline {}
        """
            .formatted(version, text));
  }

  @Test
  @DisplayName("the class of a kernel names those that carry the helpers it consumed, all of them")
  void consumed() throws IOException {
    SortedMap<String, String> generated = compileInSteps(new Steps(directory));
    String normalize = String.valueOf(generated.get("/SOURCE_OUTPUT/app/User_normalize.java"));
    assertThat(normalize.replaceAll("\\s+", ""))
        .contains("consumed={Steps_Inline.class,Norms_Inline.class,Norms_Inner_Inline.class}");
  }

  @Test
  @DisplayName("a helper's constants and callees are those it was compiled with")
  void asCompiled() throws Exception {
    String constants = "package lib; public interface Sizes { int N = %d; }";
    JavaFileObject scaled =
        JavaFileObjects.forSourceString(
            "lib.Scaled",
            """
            package lib;

            import dev.smalti.lang.*;

            public final class Scaled {
              @Inline
              public static Tile<Smalti.F32> of(Tile<Smalti.F32> t) {
                return t.mul(Sizes.N);
              }
            }
            """);
    Steps steps = new Steps(directory);
    assertThat(
            steps.compile(
                List.of(
                    JavaFileObjects.forSourceString("lib.Sizes", constants.formatted(2)), scaled)))
        .succeeded();
    steps.compileOver(
        List.of(JavaFileObjects.forSourceString("lib.Sizes", constants.formatted(5))));
    Compilation compilation = steps.compile(List.of(user("    y.store(lib.Scaled.of(x.load()));")));
    assertThat(compilation).succeeded();
    assertThat(Steps.generated(compilation).get("/SOURCE_OUTPUT/app/Main_k.java")).contains("* 2f");
  }

  @Test
  @DisplayName("what is compiled again sees helpers of its own build that are not")
  void incremental() throws IOException {
    List<JavaFileObject> sources =
        STEPS.stream().flatMap(step -> Sources.of(step).stream()).toList();
    Steps steps = new Steps(directory);
    Compilation whole = steps.compile(sources);
    assertThat(whole).succeeded();
    List<JavaFileObject> changed =
        sources.stream().filter(source -> source.getName().endsWith("User.java")).toList();
    assertThat(changed).hasSize(1);
    Compilation again = steps.compile(changed);
    assertThat(again).succeededWithoutWarnings();
    Steps.generated(again)
        .forEach(
            (name, text) ->
                assertWithMessage(name).that(text).isEqualTo(Steps.generated(whole).get(name)));
  }

  @Test
  @DisplayName("a helper may be longer than a constant of a class file")
  void longHelper() throws IOException {
    String comment = "// größer als 65535 Bytes: \u20ac\n".repeat(4000);
    JavaFileObject library =
        JavaFileObjects.forSourceString(
            "lib.Long",
            """
            package lib;

            import dev.smalti.lang.*;

            public final class Long {
              @Inline
              public static Tile<Smalti.F32> negated(Tile<Smalti.F32> t) {
                %s
                return t.neg();
              }
            }
            """
                .formatted(comment));
    Steps steps = new Steps(directory);
    assertThat(steps.compile(List.of(library))).succeeded();
    Compilation compilation =
        steps.compile(List.of(user("    y.store(lib.Long.negated(x.load()));")));
    assertThat(compilation).succeeded();
    assertThat(Steps.generated(compilation).get("/SOURCE_OUTPUT/app/Main_k.java"))
        .contains("-xStrip[j]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "record Pair(long a, int b) { public Pair { b = b + 1; } }; its constructor",
        "record Pair(long a, int b) { public int b() { return 7; } }; b()",
        "record Pair(long a, int b) { public Pair(long a, int b) { this.a = b; this.b = b; } };"
            + " its constructor",
      })
  @DisplayName("a record of a class file that has code of its own is refused as in source")
  void ownCode(String declared) throws IOException {
    String[] parts = declared.split("; (?=its|b)", 2);
    Steps steps = new Steps(directory);
    JavaFileObject library =
        JavaFileObjects.forSourceString("lib.Pair", "package lib; public " + parts[0]);
    assertThat(steps.compile(List.of(library))).succeeded();
    JavaFileObject user =
        user("    var pair = new lib.Pair(3, 4);", "    y.store(x.load().mul(pair.b()));");
    Compilation compilation = steps.compile(List.of(user));
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation)
        .hadErrorContaining("Pair declares " + parts[1] + ": records here are plain")
        .inFile(user)
        .onLine(7);
  }

  @Test
  @DisplayName("a plain record of a class file is a plain record")
  void plainRecord() throws IOException {
    Steps steps = new Steps(directory);
    JavaFileObject library =
        JavaFileObjects.forSourceString(
            "lib.Pair",
            "package lib; public record Pair(long a, double b, float c, boolean d, int e) {}");
    assertThat(steps.compile(List.of(library))).succeeded();
    assertThat(
            steps.compile(
                List.of(
                    user(
                        "    var pair = new lib.Pair(3, 4, 5f, true, 6);",
                        "    y.store(x.load().mul(pair.e()).add(pair.b()));"))))
        .succeeded();
  }

  @Test
  @DisplayName("a library that the helper needs and that is missing is named at the call")
  void missingLibrary() throws IOException {
    Steps steps = new Steps(directory);
    assertThat(steps.compile(Sources.of(STEPS.get(0)))).succeeded();
    assertThat(steps.compile(Sources.of(STEPS.get(1)))).succeeded();
    steps.remove(0);
    JavaFileObject user = user("    lib.Norms.accumulate(x, y);");
    Compilation compilation = steps.compile(List.of(user));
    assertThat(compilation)
        .hadErrorContaining(
            "[SML-404] no method named scaled is known here\n"
                + "  This is in the helper lib.Norms.accumulate, Norms.java:59.\n"
                + "  It was there when the helper was compiled: put the library that has it on the"
                + " class path.")
        .inFile(user)
        .onLine(7);
  }

  @Test
  @DisplayName("a class of the user's that has the name of the carrying class is a clash")
  void nameClash() {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .compile(
                LIBRARY,
                JavaFileObjects.forSourceString(
                    "lib.Halves_Inline", "package lib; class Halves_Inline {}"));
    assertThat(compilation)
        .hadErrorContaining("[SML-005] the class lib.Halves_Inline cannot be generated");
  }
}
