package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is wrong with a call of a collective only for some sizes, ranks or data is an error when it
 * runs: before the run where that can be told, by generated code else, and in eager runs.
 */
class RunTimeMisuseTest {
  @TempDir private static Path folder;
  private static ClassLoader classes;

  /** The line of the first call. */
  private static final int FIRST = 22;

  /** A call in a kernel, and what is said where the data are wrong. */
  private static final List<String> CALLS =
      List.of(
          "a.broadcast(s, given) | broadcast is given rank 3; ranks are 0 to 1",
          "a.broadcast(s, given - 4) | broadcast is given rank -1; ranks are 0 to 1",
          "a.reduce(s, SUM, 2) | reduce is given rank 2; ranks are 0 to 1",
          "a.allReduce(b, s, SUM) | has 9 elements, allReduce on 2 ranks needs 8; take a view",
          "a.allGather(b, s) | has 8 elements, allGather on 2 ranks needs 18; take a view",
          "a.gather(b, s, 0) | has 8 elements, gather on 2 ranks needs 18; take a view",
          "a.scatter(b, s, 0) | has 9 elements, scatter on 2 ranks needs 16; take a view",
          "a.reduceScatter(b, s, SUM) | has 9 elements, reduceScatter on 2 ranks needs 16; take",
          "b.allToAll(c, s) | has 9 elements, allToAll needs a part for each of 2 ranks",
          "a.sendReceive(b, s, 0, 0) | has 9 elements, sendReceive on 2 ranks needs 8; take a view",
          "a.sendReceive(d, s, given, 0) | sendReceive is given rank 3; ranks are 0 to 1",
          "p.allToAllV(q, s, counts, got) | is 6, of |: allToAllV needs the same shape",
          "q.allToAllV(r, s, counts, c) | has 9 elements, allToAllV on 2 ranks needs 2; take a"
              + " view",
          "a.allReduce(t, SUM) | has 1 cells, allReduce on 2 ranks needs one for each; make it");

  private static final String PROGRAM =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Late {
        @InCore
        static void kernel(
            int which,
            @Shape("1") Tensor<I32> data,
            @Shape("?") @InOut Window<I32> a,
            @Shape("?") @InOut Window<I32> b,
            @Shape("?") @InOut Window<I32> c,
            @Shape("?") Window<I32> d,
            @Shape("?, 2") @InOut Window<I32> p,
            @Shape("?, 2") @InOut Window<I32> q,
            @Shape("?, 2") Window<I32> r,
            @Shape("ranks") Window<I32> counts,
            @Shape("ranks") @InOut Window<I32> got,
            @Shape("ranks") Signal s,
            @Shape("?") Signal t) {
          int given = data.readInt(at(0));
          if (given > 0) {
      CALLS
          }
        }

        @Host(sizes = "which = 0; eight = 8; nine = 9; six = 6; one = 1; root = 0; more = 0")
        static void run(
            World world, int which, int eight, int nine, int six, int one,
            @Shape("1") Tensor<I32> data, int root, int more) {
          Window<I32> a = world.window(I32, shape(eight));
          Window<I32> b = world.window(I32, shape(nine));
          Window<I32> c = world.window(I32, shape(nine));
          Window<I32> d = world.window(I32, shape(eight));
          Window<I32> p = world.window(I32, shape(4, 2));
          Window<I32> q = world.window(I32, shape(six, 2));
          Window<I32> r = world.window(I32, shape(six, 2));
          Window<I32> counts = world.window(I32, shape(world.size()));
          Window<I32> got = world.window(I32, shape(world.size()));
          Window<I32> late = world.window(I32, shape(eight + more));
          Signal s = world.signalFor(a);
          Signal t = world.signal(shape(one));
          d.broadcast(root);
          d.allReduce(late, SUM);
          world.forEachRank(
              rank -> kernel(which, data, a, b, c, d, p, q, r, counts, got, s, t));
        }
      }
      """;

  @BeforeAll
  static void compile() {
    StringBuilder calls = new StringBuilder();
    for (int i = 0; i < CALLS.size(); i++) {
      calls.append("if (which == %d) { %s; }\n".formatted(i, CALLS.get(i).split(" \\| ")[0]));
    }
    classes = Programs.compile(folder, "Late", PROGRAM.replace("CALLS\n", calls));
  }

  /** Its prepared program cannot know: elements of a tensor decide. */
  @Test
  void generatedCodeAndEagerRunsRefuseIt() throws Exception {
    Method eager = Programs.method(classes.loadClass("Late"), "run");
    try (DevicePool pool = DevicePool.threads(2);
        PreparedProgram prepared = Programs.program(classes, "Late", "run").prepare(pool)) {
      Method run = Programs.method(prepared.getClass(), "run");
      for (int i = 0; i < CALLS.size(); i++) {
        Object[] arguments = {i, 8, 9, 6, 1, given(3), 0, 0};
        String generated = failure(run, prepared, arguments);
        assertThat(generated).containsMatch("failed at Late.java:" + (FIRST + i) + ": .*");
        String asItStands = failure(eager, eager, with(World.eager(2), arguments));
        for (String part : CALLS.get(i).split(" \\| ")[1].split("\\|")) {
          assertWithMessage(CALLS.get(i)).that(generated).contains(part);
          assertWithMessage(CALLS.get(i)).that(asItStands).contains(part);
        }
      }
    }
  }

  /** And all of them are right with other data. */
  @Test
  void whatIsNotCalledIsNotRefused() throws Exception {
    try (DevicePool pool = DevicePool.threads(2);
        PreparedProgram prepared = Programs.program(classes, "Late", "run").prepare(pool)) {
      Method run = Programs.method(prepared.getClass(), "run");
      for (int i = 0; i < CALLS.size(); i++) {
        run.invoke(prepared, i, 8, 9, 6, 1, given(-1), 1, 0);
      }
    }
  }

  @Test
  void whatArgumentsDecideIsRefusedBeforeTheRun() throws Exception {
    try (DevicePool pool = DevicePool.threads(2);
        PreparedProgram prepared = Programs.program(classes, "Late", "run").prepare(pool)) {
      Method run = Programs.method(prepared.getClass(), "run");
      assertThat(failure(run, prepared, 0, 8, 9, 6, 1, given(-1), 2, 0))
          .contains("was not started: rank 0 fails for 2 ranks: broadcast is given rank 2; ranks");
      assertThat(failure(run, prepared, 0, 8, 9, 6, 1, given(-1), 0, 1))
          .contains("late has 9 elements, allReduce on 2 ranks needs 8; take a view");
    }
  }

  private static Tensor<I32> given(int value) {
    return Tensor.of(new int[] {value}, 1);
  }

  private static Object[] with(World world, Object[] arguments) {
    return Stream.concat(Stream.of(world), Arrays.stream(arguments)).toArray();
  }

  /** Of a method; who has it does not matter where it is static. */
  private static String failure(Method method, Object receiver, Object... arguments) {
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> method.invoke(receiver, arguments));
    return String.valueOf(thrown.getTargetException().getMessage());
  }
}
