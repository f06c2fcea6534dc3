package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.DType;
import dev.smalti.lang.Index;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.processor.random.InMemoryClasses;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A collective that is written once runs for every element type and operator. */
class GenericAllReduceTest {
  private static final int COLUMNS = 5;

  private static Compilation compilation;
  private static InMemoryClasses classes;

  @BeforeAll
  static void compile() throws Exception {
    compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .compile(
                JavaFileObjects.forResource(
                    GenericAllReduceTest.class.getResource("/accepted/GenericSums.java")));
    assertThat(compilation).succeededWithoutWarnings();
    classes = new InMemoryClasses(compilation);
  }

  @Test
  @DisplayName("each instance that is called is there once, with its skeleton, and no other")
  void instances() {
    assertThat(
            compilation.generatedSourceFiles().stream()
                .map(file -> file.getName().replaceAll(".*/|\\.java", ""))
                .filter(name -> name.startsWith("GenericSums_allReduce")))
        .containsExactly(
            "GenericSums_allReduce_F32_MAX",
            "GenericSums_allReduce_F32_MAX_Protocol",
            "GenericSums_allReduce_F32_SUM",
            "GenericSums_allReduce_F32_SUM_Protocol",
            "GenericSums_allReduce_I64_MAX",
            "GenericSums_allReduce_I64_MAX_Protocol",
            "GenericSums_allReduce_I64_SUM",
            "GenericSums_allReduce_I64_SUM_Protocol");
  }

  @ParameterizedTest
  @CsvSource({"sumF32, 1", "sumF32, 3", "maxF32, 4", "sumI64, 2", "sumI64, 4", "maxI64, 3"})
  void isWhatItMeans(String name, int ranks) throws Exception {
    DType type = name.endsWith("F32") ? Smalti.F32 : Smalti.I64;
    LongBinaryOperator op = name.startsWith("sum") ? Long::sum : Math::max;
    String expected = expected(ranks, op);
    Tensor<?> eager = Tensor.zeros(type, Smalti.shape(ranks, 2, COLUMNS));
    method(classes.loadClass("GenericSums"), name)
        .invoke(null, World.eager(ranks), inputs(type, ranks), eager);
    assertWithMessage("eager").that(text(eager)).isEqualTo(expected);
    Program<?> program =
        (Program<?>) method(classes.loadClass("GenericSumsPrograms"), name).invoke(null);
    try (DevicePool pool = DevicePool.seeded(ranks, 11);
        PreparedProgram prepared = program.prepare(pool)) {
      Tensor<?> outputs = Tensor.zeros(type, Smalti.shape(ranks, 2, COLUMNS));
      method(prepared.getClass(), "run").invoke(prepared, inputs(type, ranks), outputs);
      assertWithMessage("generated").that(text(outputs)).isEqualTo(expected);
    }
  }

  private static Method method(Class<?> owner, String name) {
    Method found =
        Arrays.stream(owner.getDeclaredMethods())
            .filter(method -> method.getName().equals(name))
            .findFirst()
            .orElseThrow();
    found.setAccessible(true);
    return found;
  }

  private static long input(int rank, int row, int column) {
    return (7L * rank + 5L * row + 3L * column) % 11 - 4;
  }

  private static Tensor<?> inputs(DType type, int ranks) {
    Tensor<?> inputs = Tensor.zeros(type, Smalti.shape(ranks, 2, COLUMNS));
    for (int r = 0; r < ranks; r++) {
      for (int i = 0; i < 2 * COLUMNS; i++) {
        inputs.write(Smalti.at(r, i / COLUMNS, i % COLUMNS), input(r, i / COLUMNS, i % COLUMNS));
      }
    }
    return inputs;
  }

  private static String expected(int ranks, LongBinaryOperator op) {
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < ranks; r++) {
      for (int i = 0; i < 2 * COLUMNS; i++) {
        long sum = input(0, i / COLUMNS, i % COLUMNS);
        for (int other = 1; other < ranks; other++) {
          sum = op.applyAsLong(sum, input(other, i / COLUMNS, i % COLUMNS));
        }
        text.append(sum).append(' ');
      }
    }
    return text.toString();
  }

  private static String text(Tensor<?> outputs) {
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < outputs.dim(0); r++) {
      for (int i = 0; i < 2 * COLUMNS; i++) {
        Index at = Smalti.at(r, i / COLUMNS, i % COLUMNS);
        boolean wide = outputs.dtype().equals(Smalti.I64);
        text.append(wide ? outputs.readLong(at) : (long) outputs.read(at)).append(' ');
      }
    }
    return text.toString();
  }
}
