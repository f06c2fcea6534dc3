package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.I32;
import static dev.smalti.lang.Smalti.at;
import static dev.smalti.lang.Smalti.shape;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.DType;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.processor.random.InMemoryClasses;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What plain Java sees of methods that take records, and what it is told of their components. */
class RecordParametersTest {
  private static final String OWNER = "app.RecordParameters";

  private final Compilation compilation =
      javac()
          .withProcessors(new SmaltiProcessor())
          .withOptions("-Xlint:all", "-Werror")
          .compile(
              JavaFileObjects.forResource(
                  RecordParametersTest.class.getResource("/accepted/RecordParameters.java")));

  @BeforeEach
  void isCompiled() {
    assertThat(compilation).succeededWithoutWarnings();
  }

  private InMemoryClasses classes() throws IOException {
    return new InMemoryClasses(compilation);
  }

  private static Method method(Class<?> owner, String name) {
    Method found =
        Arrays.stream(owner.getDeclaredMethods())
            .filter(method -> method.getName().equals(name))
            .filter(method -> !method.getParameterTypes()[0].getSimpleName().equals("Core"))
            .findFirst()
            .orElseThrow();
    found.setAccessible(true);
    return found;
  }

  private static Object made(InMemoryClasses classes, String record, @Nullable Object... components)
      throws Exception {
    for (Constructor<?> each : classes.loadClass(OWNER + "$" + record).getDeclaredConstructors()) {
      if (each.getParameterCount() == components.length) {
        each.setAccessible(true);
        return each.newInstance(components);
      }
    }
    throw new IllegalArgumentException(record);
  }

  private static Tensor<Smalti.F32> numbers(int rows, int columns) {
    Tensor<Smalti.F32> numbers = Tensor.zeros(F32, shape(rows, columns));
    for (int i = 0; i < rows * columns; i++) {
      numbers.write(at(i / columns, i % columns), 7 * i % 11 - 4);
    }
    return numbers;
  }

  private static Tensor<?> row(DType type, int n, int from) {
    Tensor<?> row = Tensor.zeros(type, shape(n));
    for (int i = 0; i < n; i++) {
      row.write(at(i), (from + 5 * i) % 13 - 6);
    }
    return row;
  }

  private static String text(Tensor<?> tensor) {
    Tensor<?> flat = tensor.flat();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < flat.dim(0); i++) {
      text.append(flat.read(at(i))).append(' ');
    }
    return text.toString();
  }

  private static String refusal(Method method, @Nullable Object... arguments) {
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> method.invoke(null, arguments));
    assertThat(thrown.getCause()).isInstanceOf(IllegalArgumentException.class);
    return String.valueOf(Objects.requireNonNull(thrown.getCause()).getMessage());
  }

  // ---- what is reported

  @Test
  @DisplayName("a component is told by its name, and so is a record that is missing")
  void reports() throws Exception {
    InMemoryClasses classes = classes();
    Class<?> kernels = classes.loadClass(OWNER + "Kernels");
    Method linear = method(kernels, "linear");
    Tensor<Smalti.F32> gain = numbers(3, 4);
    Tensor<Smalti.F32> bias = numbers(1, 4);
    Tensor<Smalti.F32> x = numbers(2, 3);
    Tensor<Smalti.F32> y = numbers(2, 4);
    Object none = made(classes, "None");
    assertThat(refusal(linear, null, x, y, none))
        .isEqualTo("RecordParameters.linear: weights is null; pass a record Weights");
    assertThat(refusal(linear, made(classes, "Weights", gain, null, 1f), x, y, none))
        .isEqualTo("RecordParameters.linear: weights.bias is null; pass a tensor");
    assertThat(refusal(linear, made(classes, "Weights", gain, numbers(2, 4), 1f), x, y, none))
        .contains("axis 0 of weights.bias is declared 1, the argument has 2");
    assertThat(refusal(linear, made(classes, "Weights", gain, numbers(1, 5), 1f), x, y, none))
        .contains("axis 1 of weights.bias is declared n = 4, the argument has 5");
    assertThat(refusal(linear, made(classes, "Weights", y, bias, 1f), numbers(2, 2), y, none))
        .contains("weights.gain");
    Object weights = made(classes, "Weights", gain, bias, 1f);
    Object block = made(classes, "Block", weights, null, null, row(I32, 1, 0));
    assertThat(refusal(method(kernels, "nested"), block, y))
        .isEqualTo("RecordParameters.nested: block.down is null; pass a record Weights");
  }

  @Test
  @DisplayName("components that overlap are told by their names; the same memory is none of them")
  void overlap() throws Exception {
    InMemoryClasses classes = classes();
    Method copy = method(classes.loadClass(OWNER + "Kernels"), "copy");
    Tensor<Smalti.F32> all = numbers(1, 9).row(0).flat();
    Object shifted =
        made(classes, "Shifted", all.slice(at(0), shape(8)), all.slice(at(1), shape(8)));
    assertThat(refusal(copy, shifted))
        .startsWith("RecordParameters.copy: rows.y, which is written, overlaps rows.x;");
    String before = text(all);
    copy.invoke(null, made(classes, "Shifted", all, all));
    assertThat(text(all)).isEqualTo(before);
  }

  @Test
  @DisplayName("what is wrong with a record that is a class file is wrong at the parameter")
  void wrongInClassFile(@TempDir Path directory) throws Exception {
    Steps steps = new Steps(directory);
    JavaFileObject library =
        JavaFileObjects.forSourceString(
            "lib.Records",
            """
            package lib;
            import dev.smalti.lang.*;
            public interface Records {
              record Bare(Tensor<Smalti.F32> x) {}
              record Far(@Shape("SIZE") Tensor<Smalti.F32> x, long[] more) {}
              record Own(@Shape("8") Tensor<Smalti.F32> x) {
                public Tensor<Smalti.F32> x() { return x.flat(); }
              }
            }
            """);
    assertThat(steps.compile(List.of(library), "-proc:none")).succeeded();
    JavaFileObject user =
        JavaFileObjects.forSourceString(
            "app.Main",
            """
            package app;
            import static dev.smalti.lang.Smalti.*;
            import dev.smalti.lang.*;
            final class Main {
              @InCore static void bare(lib.Records.Bare b) {}
              @InCore static void far(lib.Records.Far f) {}
              @InCore static void own(lib.Records.Own o) {}
            }
            """);
    Compilation wrong = steps.compile(List.of(user));
    assertThat(wrong).hadErrorCount(4);
    assertThat(wrong).hadErrorContaining("[SML-108] b.x has no shape").inFile(user).onLine(5);
    assertThat(wrong)
        .hadErrorContaining("[SML-110] no constant SIZE is in scope")
        .inFile(user)
        .onLine(6);
    assertThat(wrong)
        .hadErrorContaining("[SML-134] more of Far is of type long[]")
        .inFile(user)
        .onLine(6);
    assertThat(wrong).hadErrorContaining("[SML-134] Own declares x()").inFile(user).onLine(7);
  }

  @Test
  @DisplayName("what a program is not given is told by its name")
  void missingInProgram() throws Exception {
    InMemoryClasses classes = classes();
    Program<?> program =
        (Program<?>) method(classes.loadClass(OWNER + "Programs"), "shift", 0).invoke(null);
    Tensor<Smalti.F32> x = Tensor.zeros(F32, shape(1, 1, 4));
    try (DevicePool pool = DevicePool.threads(1);
        PreparedProgram shift = program.prepare(pool)) {
      for (String name : new String[] {"run", "submit"}) {
        Method run = method(shift.getClass(), name);
        Object options = made(classes, "Options", 0, 1L);
        assertThat(told(run, shift, null, options))
            .isEqualTo("RecordParameters.shift: shards is null; pass a record Shards");
        assertThat(told(run, shift, made(classes, "Shards", x, null), options))
            .isEqualTo("RecordParameters.shift: shards.y is null; pass a tensor");
      }
      method(shift.getClass(), "run")
          .invoke(shift, made(classes, "Shards", x, x), made(classes, "Options", 0, 1L));
    }
  }

  private static Method method(Class<?> owner, String name, int parameters) throws Exception {
    Method found = owner.getDeclaredMethod(name);
    assertThat(found.getParameterCount()).isEqualTo(parameters);
    found.setAccessible(true);
    return found;
  }

  private static String told(Method run, Object program, @Nullable Object... arguments) {
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> run.invoke(program, arguments));
    return String.valueOf(Objects.requireNonNull(thrown.getCause()).getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  @DisplayName("a kernel waits for a constant in the shape of a component")
  void waits(int round) {
    JavaFileObject kernel =
        JavaFileObjects.forSourceString(
            "app.Waiting",
            """
            package app;
            import static dev.smalti.lang.Smalti.*;
            import dev.smalti.lang.*;
            final class Waiting {
              record Row(@Shape("Made.N") Tensor<F32> x) {}
              @InCore static void copy(Row row, @Shape("4") @Out Tensor<F32> y) {
                y.store(row.x().load());
              }
            }
            """);
    Compilation later =
        javac()
            .withProcessors(new GeneratingProcessor(round), new SmaltiProcessor())
            .compile(kernel);
    assertThat(later).succeeded();
    assertThat(later).generatedSourceFile("app.Waiting_copy");
  }

  // ---- variants

  @ParameterizedTest
  @CsvSource({"F32, 5", "F32, 8", "I32, 8", "I32, 3"})
  @DisplayName("the components choose a variant")
  void chooses(String type, int n) throws Exception {
    InMemoryClasses classes = classes();
    DType element = type.equals("F32") ? F32 : I32;
    Object pair = made(classes, "Pair", row(element, n, 3), row(element, n, 10));
    Tensor<?> eager = Tensor.zeros(element, shape(n));
    Tensor<?> generated = Tensor.zeros(element, shape(n));
    method(classes.loadClass(OWNER), "most").invoke(null, pair, eager);
    method(classes.loadClass(OWNER + "Kernels"), "most").invoke(null, pair, generated);
    assertThat(text(generated)).isEqualTo(text(eager));
    assertThat(text(generated)).isNotEqualTo(text(Tensor.zeros(element, shape(n))));
  }

  @Test
  @DisplayName("components of another type have no variant")
  void noVariant() throws Exception {
    InMemoryClasses classes = classes();
    Object pair = made(classes, "Pair", row(Smalti.F64, 2, 3), row(Smalti.F64, 2, 10));
    assertThat(
            refusal(
                method(classes.loadClass(OWNER + "Kernels"), "most"),
                pair,
                Tensor.zeros(Smalti.F64, shape(2))))
        .isEqualTo(
            "no variant of RecordParameters.most has T of pair.a = F64, T of pair.b = F64,"
                + " T of y = F64; @Specialize lists T = F32; T = I32.");
  }

  @ParameterizedTest
  @CsvSource({"2, 3, false", "2, 3, true", "3, 3, true", "4, 2, false"})
  @DisplayName("the numbers of a record choose the code for them")
  void fixed(int rows, int columns, boolean negated) throws Exception {
    InMemoryClasses classes = classes();
    Object sizes = made(classes, "Sizes", rows, columns, negated, numbers(rows, columns));
    Tensor<Smalti.F32> eager = Tensor.zeros(F32, shape(rows, columns));
    Tensor<Smalti.F32> generated = Tensor.zeros(F32, shape(rows, columns));
    method(classes.loadClass(OWNER), "fixed").invoke(null, sizes, eager);
    method(classes.loadClass(OWNER + "Kernels"), "fixed").invoke(null, sizes, generated);
    assertThat(text(generated)).isEqualTo(text(eager));
    Object wrong = made(classes, "Sizes", rows + 1, columns, negated, numbers(rows, columns));
    assertThat(refusal(method(classes.loadClass(OWNER + "Kernels"), "fixed"), wrong, generated))
        .contains("axis 0 of sizes.x is declared sizes.rows = " + (rows + 1));
  }

  // ---- how generated source reads

  /** With {@code -Dsmalti.golden} set to the folder of the others the files are written anew. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "RecordParameters_linear",
        "RecordParameters_nested",
        "RecordParameters_perDevice",
        "RecordParametersPrograms"
      })
  void goldenFile(String name) throws IOException {
    String text =
        compilation.generatedSourceFiles().stream()
            .filter(file -> file.getName().endsWith("/" + name + ".java"))
            .map(Sources::text)
            .findFirst()
            .orElseThrow();
    String resource = name + ".java.txt";
    String folder = System.getProperty("smalti.golden", "");
    if (!folder.isEmpty()) {
      Files.writeString(Path.of(folder, resource), text);
    }
    try (InputStream in = RecordParametersTest.class.getResourceAsStream("emit/" + resource)) {
      assertThat(in).isNotNull();
      assertThat(text).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
