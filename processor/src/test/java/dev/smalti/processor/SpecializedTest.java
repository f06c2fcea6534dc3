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
