package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.processor.random.InMemoryClasses;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import dev.smalti.runtime.Run;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Callbacks are told the same, in the same order, wherever the program runs. */
class CallbacksTest {
  private static final int FIRST = 3; // x, y, last; the others are callbacks
  private static final List<String> ONE_ROUND =
      List.of("accept whole", "see row", "accept whole", "accept row");

  private static InMemoryClasses classes;

  @BeforeAll
  static void compile() throws Exception {
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .compile(
                JavaFileObjects.forResource(
                    CallbacksTest.class.getResource("/accepted/Callbacks.java")));
    assertThat(compilation).succeededWithoutWarnings();
    classes = new InMemoryClasses(compilation);
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

  private static PreparedProgram prepare(DevicePool pool) throws Exception {
    Method factory = method(classes.loadClass("app.CallbacksPrograms"), "rounds");
    return ((Program<?>) factory.invoke(null)).prepare(pool);
  }

  /** What the host passes: every call of a callback goes to one place. */
  private static Object[] arguments(Method run, int skip, int ranks, InvocationHandler told) {
    List<Object> all = new ArrayList<>();
    all.add(Tensor.zeros(Smalti.F32, Smalti.shape(ranks, 1, 8)));
    all.add(Tensor.zeros(Smalti.F32, Smalti.shape(ranks, 1, 8)));
    all.add(true);
    Class<?>[] types = run.getParameterTypes();
    for (int i = skip + FIRST; i < types.length; i++) {
      Class<?>[] one = {types[i]};
      all.add(
          Proxy.newProxyInstance(
              types[i].getClassLoader() == null
                  ? CallbacksTest.class.getClassLoader()
                  : types[i].getClassLoader(),
              one,
              told));
    }
    return all.toArray();
  }

  private static InvocationHandler noting(List<String> notes) {
    return (_, method, passed) -> {
      StringBuilder note = new StringBuilder(method.getName());
      for (Object argument : passed == null ? new Object[0] : passed) {
        note.append(' ').append(shown(argument));
      }
      notes.add(note.toString());
      return null;
    };
  }

  @SuppressWarnings("unchecked")
  private static String shown(Object argument) {
    if (!(argument instanceof Tensor<?>)) {
      return argument.toString();
    }
    Tensor<F32> tensor = (Tensor<F32>) argument;
    boolean whole = tensor.axes() == 3;
    int ranks = whole ? tensor.dim(0) : 1;
    double sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
      sum += whole ? tensor.read(Smalti.at(rank, 0, 7)) : tensor.read(Smalti.at(0, 7));
    }
    return (whole ? "whole " : "row ") + sum;
  }

  private static List<String> expected(int ranks) {
    List<String> notes = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      String whole = " " + (double) (ranks * round);
      String row = " " + (double) round;
      notes.add(ONE_ROUND.get(0) + whole);
      notes.add(ONE_ROUND.get(1) + row + " " + round + " 2.0");
      notes.add(ONE_ROUND.get(2) + whole + " " + (round + 1));
      notes.add(ONE_ROUND.get(3) + row + " " + round);
    }
    String whole = "accept whole " + (double) (ranks * 2);
    notes.addAll(List.of(whole, "accept " + ranks, whole + " 7", "run"));
    return notes;
  }

  @Test
  void theyAreToldTheSameEverywhere() throws Exception {
    for (int ranks : new int[] {1, 2, 5}) {
      List<String> expected = expected(ranks);
      Method eager = method(classes.loadClass("app.Callbacks"), "rounds");
      List<String> notes = new ArrayList<>();
      eager.invoke(null, with(World.eager(ranks), arguments(eager, 1, ranks, noting(notes))));
      assertWithMessage("eager").that(notes).isEqualTo(expected);
      List<String> later = new ArrayList<>();
      Object[] arguments = arguments(eager, 1, ranks, noting(later));
      World.eager(ranks).run(world -> invoke(eager, with(world, arguments)));
      assertWithMessage("eager, behind the host").that(later).isEqualTo(expected);
      for (DevicePool pool : List.of(DevicePool.threads(ranks), DevicePool.seeded(ranks, 3))) {
        try (pool;
            PreparedProgram program = prepare(pool)) {
          Method run = method(program.getClass(), "run");
          List<String> seen = new ArrayList<>();
          run.invoke(program, arguments(run, 0, ranks, noting(seen)));
          Method submit = method(program.getClass(), "submit");
          ((Run) submit.invoke(program, arguments(run, 0, ranks, noting(seen)))).join();
          List<String> twice = new ArrayList<>(expected);
          twice.addAll(expected);
          assertWithMessage(pool.toString()).that(seen).isEqualTo(twice);
        }
      }
    }
  }

  private static Object[] with(World world, Object[] rest) {
    List<Object> all = new ArrayList<>(List.of(world));
    all.addAll(Arrays.asList(rest));
    return all.toArray();
  }

  private static void invoke(Method method, Object[] arguments) {
    try {
      method.invoke(null, arguments);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  @Test
  void whatOneThrowsEndsTheRun() throws Exception {
    try (DevicePool pool = DevicePool.threads(3);
        PreparedProgram program = prepare(pool)) {
      Method run = method(program.getClass(), "run");
      Object[] arguments =
          arguments(
              run,
              0,
              3,
              (_, _, _) -> {
                throw new IllegalStateException("on purpose");
              });
      InvocationTargetException thrown =
          assertThrows(InvocationTargetException.class, () -> run.invoke(program, arguments));
      assertThat(thrown).hasCauseThat().hasMessageThat().isEqualTo("on purpose");
      List<String> notes = new ArrayList<>();
      run.invoke(program, arguments(run, 0, 3, noting(notes)));
      assertThat(notes).isEqualTo(expected(3));
    }
  }

  @Test
  void nullIsNoCallback() throws Exception {
    try (DevicePool pool = DevicePool.threads(1);
        PreparedProgram program = prepare(pool)) {
      Method run = method(program.getClass(), "run");
      Object[] arguments = arguments(run, 0, 1, (_, _, _) -> null);
      arguments[FIRST] = null;
      InvocationTargetException thrown =
          assertThrows(InvocationTargetException.class, () -> run.invoke(program, arguments));
      assertThat(thrown)
          .hasCauseThat()
          .hasMessageThat()
          .isEqualTo("Callbacks.rounds: whole is null; pass a callback, such as _ -> {}");
    }
  }
}
