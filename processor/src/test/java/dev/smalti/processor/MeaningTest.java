package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.Compiler.javac;
import static dev.smalti.processor.Sources.compilations;

import com.google.testing.compile.Compilation;
import dev.smalti.lang.Tensor;
import dev.smalti.processor.random.InMemoryClasses;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated kernels do what their methods do when they are called as they are. */
class MeaningTest {
  private static final int PARAMETERS = 5;

  static Stream<Arguments> kernels() throws Exception {
    List<Arguments> kernels = new java.util.ArrayList<>();
    for (Path source : compilations("meaning")) {
      Compilation compilation =
          javac().withProcessors(new SmaltiProcessor()).compile(Sources.of(source));
      assertWithMessage("%s", compilation.diagnostics())
          .that(compilation.status())
          .isEqualTo(Compilation.Status.SUCCESS);
      InMemoryClasses classes = new InMemoryClasses(compilation);
      String name = source.getFileName().toString().replace(".java", "");
      Class<?> generated = classes.loadClass(name + "Kernels");
      for (Method method : generated.getDeclaredMethods()) {
        if (method.getParameterCount() == PARAMETERS) {
          kernels.add(
              Arguments.of(
                  method.getName(), method(classes.loadClass(name), method), method(method)));
        }
      }
    }
    return kernels.stream();
  }

  private static Method method(Class<?> owner, Method like) throws NoSuchMethodException {
    return method(owner.getDeclaredMethod(like.getName(), like.getParameterTypes()));
  }

  private static Method method(Method method) {
    method.setAccessible(true);
    return method;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void isTheSame(String name, Method eager, Method generated) throws Exception {
    for (int i : new int[] {0, 1, 2, 3, 4, 7, 8, 300, -1}) {
      for (double d : new double[] {0, 0.75, -0.5, -3, 130.25}) {
        assertWithMessage("%s(%s, %s)", name, i, d)
            .that(outcome(generated, i, d))
            .isEqualTo(outcome(eager, i, d));
      }
    }
  }

  /** What is in memory afterwards, or the kind of exception. */
  private static String outcome(Method kernel, int i, double d) throws Exception {
    float[] x = {0.25f, 1, -2, 3.5f, 0.5f, 0, 7, -0.125f};
    int[] k = {1, 2, 3, 4, 5, -6, 70, 811};
    float[] y = {1, 2, 3, 4, 5, 6, 7, 8};
    try {
      kernel.invoke(null, Tensor.of(x, 1, 8), Tensor.of(k, 1, 8), Tensor.of(y, 1, 8), i, d);
    } catch (InvocationTargetException thrown) {
      return Objects.requireNonNull(thrown.getCause()).getClass().getName();
    }
    return Arrays.toString(y) + Arrays.toString(k);
  }

  @org.junit.jupiter.api.Test
  void thereAreKernels() throws Exception {
    assertThat(kernels().count()).isAtLeast(8L);
  }
}
