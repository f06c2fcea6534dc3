package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I32;
import static dev.smalti.lang.Smalti.I64;
import static dev.smalti.lang.Smalti.at;
import static dev.smalti.lang.Smalti.shape;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.DType;
import dev.smalti.lang.Index;
import dev.smalti.lang.Reduce;
import dev.smalti.lang.Tensor;
import dev.smalti.processor.random.InMemoryClasses;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plain Java calls generic kernels by the variants that they list. */
class SpecializedTest {
  private static final int COLUMNS = 37;

  private final Compilation compilation =
      javac()
          .withProcessors(new SmaltiProcessor())
          .withOptions("-Xlint:all", "-Werror")
          .compile(
              JavaFileObjects.forResource(
                  SpecializedTest.class.getResource("/accepted/Specialized.java")));

  @BeforeEach
  void isCompiled() {
    assertThat(compilation).succeededWithoutWarnings();
  }

  @Test
  @DisplayName("variants are there once, also if nothing or several call them")
  void variants() {
    assertThat(
            compilation.generatedSourceFiles().stream()
                .map(file -> file.getName().replaceAll(".*/|\\.java", ""))
                .filter(name -> !name.endsWith("_Protocol")))
        .containsExactly(
            "SpecializedKernels",
            "Specialized_Inline",
            "Specialized_caller",
            "Specialized_graph_I32_SUM",
            "Specialized_centred",
            "Specialized_centred_n37",
            "Specialized_centred_n37_k3_twicetrue",
            "Specialized_centred_n1",
            "Specialized_centred_k8",
            "Specialized_folded_F32",
            "Specialized_folded_F32_rows2",
            "Specialized_folded_I64",
            "Specialized_cases",
            "Specialized_cases_n37",
            "Specialized_fold_F32_half2_SUM_notTwice_by1p5",
            "Specialized_fold_I64_half8_MAX_twice_by1p0",
            "Specialized_fold_F32_half1_MAX_twice_by0p0",
            "Specialized_fold_I32_half1_SUM_twice_by0p5");
  }

  @ParameterizedTest
  @CsvSource({"F32, 2, SUM, false, 1.5", "I64, 8, MAX, true, 1", "F32, 1, MAX, true, 0"})
  @DisplayName("the entry point runs the variant that the arguments ask for")
  void chooses(String type, int half, Reduce op, boolean twice, double by) throws Exception {
    DType element = type.equals("F32") ? F32 : I64;
    Tensor<?> x = filled(element, 2 * half);
    Tensor<?> eager = Tensor.zeros(element, shape(1, COLUMNS));
    Tensor<?> generated = Tensor.zeros(element, shape(1, COLUMNS));
    method("app.Specialized", "fold").invoke(null, x, eager, 5, half, op, twice, by);
    method("app.SpecializedKernels", "fold").invoke(null, x, generated, 5, half, op, twice, by);
    assertThat(text(generated)).isEqualTo(text(eager));
    assertThat(text(generated)).isNotEqualTo(text(Tensor.zeros(element, shape(1, COLUMNS))));
  }

  @ParameterizedTest
  @CsvSource({"37, 2", "37, 3", "1, 1", "1, 8", "5, 8", "5, 2"})
  @DisplayName("extents and numbers choose a variant, and others none")
  void fixedExtents(int columns, int k) throws Exception {
    for (boolean twice : new boolean[] {true, false}) {
      for (String name : new String[] {"centred", "cases"}) {
        Tensor<?> x = Tensor.zeros(F32, shape(3, columns));
        for (int i = 0; i < 3 * columns; i++) {
          x.write(at(i / columns, i % columns), 7 * i % 11);
        }
        Tensor<?> eager = Tensor.zeros(F32, shape(3, columns));
        Tensor<?> generated = Tensor.zeros(F32, shape(3, columns));
        method("app.Specialized", name).invoke(null, x, eager, k, twice);
        method("app.SpecializedKernels", name).invoke(null, x, generated, k, twice);
        for (int i = 0; i < 3 * columns; i++) {
          assertThat(generated.read(at(i / columns, i % columns)))
              .isEqualTo(eager.read(at(i / columns, i % columns)));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"F32, 2", "F32, 3", "I64, 2"})
  @DisplayName("the variants of an instance are chosen behind it")
  void fixedExtentsOfInstances(String type, int rows) throws Exception {
    DType element = type.equals("F32") ? F32 : I64;
    Tensor<?> x = filled(element, rows);
    Tensor<?> eager = Tensor.zeros(element, shape(rows, COLUMNS));
    Tensor<?> generated = Tensor.zeros(element, shape(rows, COLUMNS));
    method("app.Specialized", "folded").invoke(null, x, eager);
    method("app.SpecializedKernels", "folded").invoke(null, x, generated);
    assertThat(text(generated)).isEqualTo(text(eager));
  }

  @Test
  @DisplayName("the function for all values runs a variant where a call has its values")
  void choosesFirst() throws Exception {
    String source =
        compilation.generatedSourceFiles().stream()
            .filter(file -> file.getName().endsWith("/Specialized_centred.java"))
            .findFirst()
            .orElseThrow()
            .getCharContent(false)
            .toString();
    assertThat(source)
        .contains("if (n == 37) {\n      Specialized_centred_n37.run(core, x, y, k, twice);");
    assertThat(source).contains("if (n == 37 && k == 3 && twice) {");
    assertThat(source).contains("if (k == 8) {");
  }

  @Test
  @DisplayName("a task graph has an entry point too")
  void graph() throws Exception {
    Tensor<?> x = filled(I32, 2);
    Tensor<?> eager = Tensor.zeros(I32, shape(1, COLUMNS));
    Tensor<?> generated = Tensor.zeros(I32, shape(1, COLUMNS));
    method("app.Specialized", "graph").invoke(null, x, eager, Reduce.SUM);
    method("app.SpecializedKernels", "graph").invoke(null, x, generated, Reduce.SUM);
    assertThat(text(generated)).isEqualTo(text(eager));
  }

  @Test
  @DisplayName("without a variant the arguments and the variants are named")
  void noVariant() throws Exception {
    Method graph = method("app.SpecializedKernels", "graph");
    Tensor<?> x = filled(I32, 2);
    Tensor<?> y = Tensor.zeros(I32, shape(1, COLUMNS));
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> graph.invoke(null, x, y, Reduce.MAX));
    assertThat(thrown).hasCauseThat().isInstanceOf(IllegalArgumentException.class);
    assertThat(thrown)
        .hasCauseThat()
        .hasMessageThat()
        .isEqualTo(
            "no variant of Specialized.graph has T of x = I32, T of y = I32, op = MAX;"
                + " @Specialize lists T = I32, op = SUM.");
  }

  private Method method(String owner, String name) throws Exception {
    return Arrays.stream(new InMemoryClasses(compilation).loadClass(owner).getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .filter(method -> !method.getParameterTypes()[0].getSimpleName().equals("Core"))
        .findFirst()
        .orElseThrow();
  }

  private static Tensor<?> filled(DType type, int rows) {
    Tensor<?> x = Tensor.zeros(type, shape(rows, COLUMNS));
    for (int i = 0; i < rows * COLUMNS; i++) {
      x.write(at(i / COLUMNS, i % COLUMNS), (7L * i + 3) % 23 - 9);
    }
    return x;
  }

  private static String text(Tensor<?> y) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < COLUMNS; i++) {
      Index place = at(0, i);
      text.append(
              y.dtype().equals(F32)
                  ? (long) y.read(place)
                  : y.dtype().equals(I64) ? y.readLong(place) : y.readInt(place))
          .append(' ');
    }
    return text.toString();
  }
}
