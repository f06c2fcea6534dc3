package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Tensor;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.StalledException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who waits in a collective is told the line of its call and which one it is, not a line of its
 * definition: by the compiler, and by the run where data decide.
 */
@Timeout(120)
class WaitsInCollectivesTest {
  @TempDir private Path folder;

  private static final String CROSSED =
      """
        @InCore
        static void first(
            @Shape("16") @InOut Window<F32> a, @Shape("ranks") Signal s, @Shape("ranks") Signal t) {
          a.allReduce(s, SUM);
          a.broadcast(t, 0);
        }

        @InCore
        static void kernel(
            @Shape("16") @InOut Window<F32> a,
            @Shape("16") @InOut Window<F32> b,
            @Shape("ranks") Signal s,
            @Shape("ranks") Signal t) {
          if (a.rank() == 0) {
            a.allReduce(s, SUM);
            b.allReduce(t, MAX);
          } else {
            b.allReduce(t, MAX);
            a.allReduce(s, SUM);
          }
        }

        @Host(worlds = "2")
        static void run(World world) {
          Window<F32> a = world.window(F32, shape(16));
          Window<F32> b = world.window(F32, shape(16));
          Signal s = world.signalFor(a);
          Signal t = world.signalFor(a);
          a.allReduce(SUM);
          world.forEachRank(r -> first(a, s, t));
          world.forEachRank(r -> kernel(a, b, s, t));
        }
      """;

  @Test
  void theCompilerPointsAtTheCallsThatCross() {
    String said = Programs.refusal(folder, "Crossed", Programs.holder("Crossed", CROSSED));
    assertThat(said)
        .contains(
            """
            /Crossed.java:19: error: [SML-701] deadlock for 2 ranks: every rank waits for ever
                  a.allReduce(s, SUM);
                             ^
              rank 0 waits in allReduce at line 19 for s[1] >= 1, holds 0; only rank 1 in allReduce \
            at line 23 can raise it, after its own wait
              rank 1 waits in allReduce at line 22 for t[0] >= 1, holds 0; only rank 0 in allReduce \
            at line 20 can raise it, after its own wait
              Let the ranks come to their collectives and waits in the same order.
            """);
  }

  private static final String BY_HAND =
      """
        @InCore
        static void kernel(
            @Shape("16") @InOut Window<F32> a, @Shape("ranks") Signal s, @Shape("ranks") Signal t) {
          if (a.rank() == 0) {
            t.await(at(1), GE, 1);
          }
          a.allReduce(s, SUM);
          t.notify(0, at(t.rank()));
        }

        @Host(worlds = "2")
        static void run(World world) {
          Window<F32> a = world.window(F32, shape(16));
          Signal s = world.signalFor(a);
          Signal t = world.signalFor(a);
          world.forEachRank(r -> kernel(a, s, t));
        }
      """;

  @Test
  void theCompilerNamesTheCollectiveThatAnotherWaitsIn() {
    assertThat(Programs.refusal(folder, "ByHand", Programs.holder("ByHand", BY_HAND)))
        .contains(
            """
            /ByHand.java:9: error: [SML-701] deadlock for 2 ranks: every rank waits for ever before \
            it notifies
                  t.await(at(1), GE, 1);
                         ^
              rank 0 waits at line 9 for t[1] >= 1, holds 0; only rank 1 at line 12 can raise it, \
            after its own wait
              rank 1 waits in allReduce at line 11 for s[0] >= 1, holds 0; only rank 0 in allReduce \
            at line 11 can raise it, after its own wait
              Move the notify (line 12) before the wait (line 9).
            """);
  }

  private static final String STALLED =
      """
        @InCore
        static void kernel(
            @Shape("16") @InOut Window<F32> a,
            @Shape("ranks") Signal s,
            @Shape("ranks") Tensor<I32> takesPart) {
          if (takesPart.read(at(a.rank())) > 0) {
            meet(a, s);
          }
        }

        @Inline
        static void meet(Window<F32> a, Signal s) {
          a.allReduce(s, SUM);
        }

        @Jit
        static void task(
            @Shape("16") @InOut Window<F32> a,
            @Shape("ranks") Signal s,
            @Shape("ranks") Tensor<I32> takesPart) {
          kernel(a, s, takesPart);
          a.allReduce(s, MAX);
        }

        @Host
        static void spliced(World world, @Shape("ranks") Tensor<I32> takesPart) {
          Window<F32> a = world.window(F32, shape(16));
          Signal s = world.signalFor(a);
          world.forEachRank(r -> kernel(a, s, takesPart));
        }

        @Host
        static void dispatched(World world, @Shape("ranks") Tensor<I32> takesPart) {
          Window<F32> a = world.window(F32, shape(16));
          Signal s = world.signalFor(a);
          a.allReduce(MAX);
          world.forEachRank(r -> kernel(a, s, takesPart));
          a.broadcast(0);
          a.allReduce(SUM, TREE);
        }

        @Host
        static void inTask(World world, @Shape("ranks") Tensor<I32> takesPart) {
          Window<F32> a = world.window(F32, shape(16));
          Signal s = world.signalFor(a);
          world.forEachRank(r -> task(a, s, takesPart));
        }

        @Host
        static void onCores(World world, @Shape("ranks") Tensor<I32> takesPart) {
          Window<F32> a = world.window(F32, shape(64));
          Window<F32> b = world.window(F32, shape(16));
          Signal s = world.signalFor(b);
          world.forEachRank(r -> kernel(b, s, takesPart));
          a.allReduce(SUM, cores(2));
        }
      """;

  private static final String TITLE = ": every rank is blocked or finished, and no wait can end\n";

  @Test
  void theRunNamesTheCall() throws Exception {
    ClassLoader classes = Programs.compile(folder, "Stalled", Programs.holder("Stalled", STALLED));
    Tensor<?> lastStaysAway = Tensor.of(new int[] {1, 1, 0}, 3);
    String inKernel = "  ranks 0, 1 wait in allReduce at Stalled.java:17 for s[2] >= 1, hold 0\n";
    assertThat(stall(classes, "spliced", lastStaysAway))
        .isEqualTo("Stalled.spliced on threads(3)" + TITLE + inKernel + "  rank 2 finished");
    assertThat(stall(classes, "dispatched", lastStaysAway))
        .isEqualTo(
            "Stalled.dispatched on threads(3)"
                + TITLE
                + inKernel
                + "  rank 2 waits in broadcast at Stalled.java:42 for collectives[0] >= 1, holds"
                + " 0\n"
                + "    last notifies of rank 2: rank 0 s[0] at line 17; rank 1 s[1] at line 17;"
                + " rank 2 collectives[1] at line 40");
    String task = stall(classes, "inTask", Tensor.of(new int[] {1, 0, 0}, 3));
    assertThat(task).contains("  rank 0 waits in allReduce at Stalled.java:26 for s[1] >= 1");
    assertThat(task).contains("rank 0 s[2] at line 17; rank 1 s[1] at line 26");
    String cores = stall(classes, "onCores", lastStaysAway);
    assertThat(cores).contains("  rank 2 waits on core 0 in allReduce at Stalled.java:59 for ");
    assertThat(cores).contains("  rank 2 waits on core 1 in allReduce at Stalled.java:59 for ");
  }

  private static String stall(ClassLoader classes, String program, Object... arguments)
      throws Exception {
    try (DevicePool pool = DevicePool.threads(3);
        PreparedProgram prepared = Programs.program(classes, "Stalled", program).prepare(pool)) {
      Method run = Programs.method(prepared.getClass(), "run");
      InvocationTargetException thrown =
          assertThrows(InvocationTargetException.class, () -> run.invoke(prepared, arguments));
      assertThat(thrown).hasCauseThat().isInstanceOf(StalledException.class);
      return String.valueOf(Objects.requireNonNull(thrown.getCause()).getMessage());
    }
  }

  @Test
  void anEagerRunNamesTheCall() throws Exception {
    ClassLoader classes = Programs.compile(folder, "Stalled", Programs.holder("Stalled", STALLED));
    Method run = Programs.method(classes.loadClass("Stalled"), "spliced");
    InvocationTargetException thrown =
        assertThrows(
            InvocationTargetException.class,
            () -> run.invoke(null, World.eager(3), Tensor.of(new int[] {1, 1, 0}, 3)));
    assertThat(thrown)
        .hasCauseThat()
        .hasMessageThat()
        .contains(
            "  ranks 0, 1 wait in allReduce at Stalled.java:17 for signal@Stalled.java:32[2] >= 1");
  }

  private static final String USER =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class User {
        @InCore
        static void kernel(@Shape("4") Tensor<F32> x, @Shape("4") @Out Tensor<F32> y, int place) {
          y.store(x.load().mul((float) Far.factor(x, place)));
        }

        @Host
        static void run(
            World world,
            @Shape("4") Tensor<F32> x,
            @Shape("ranks, 4") @Out Tensor<F32> y,
            int place) {
          world.forEachRank(r -> kernel(x, y.at(r), place));
        }
      }
      """;

  private static final String FAR =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Far {
        // Its lines are those of other statements in the file of the kernel.

        // So a report names the call.

        // And not this:
        @Inline
        static double factor(Tensor<F32> x, int place) {
          return x.read(at(place));
        }
      }
      """;

  /** The same of any helper: a report names no line of its file as one of the kernel's. */
  @Test
  void aHelperOfAnotherFileFailsAtItsCall() throws Exception {
    ClassLoader classes = Programs.compile(folder, Map.of("User", USER, "Far", FAR));
    try (DevicePool pool = DevicePool.threads(1);
        PreparedProgram prepared = Programs.program(classes, "User", "run").prepare(pool)) {
      Method run = Programs.method(prepared.getClass(), "run");
      Tensor<?> x = Tensor.of(new float[4], 4);
      Tensor<?> y = Tensor.of(new float[4], 1, 4);
      InvocationTargetException thrown =
          assertThrows(InvocationTargetException.class, () -> run.invoke(prepared, x, y, 9));
      assertThat(thrown)
          .hasCauseThat()
          .hasMessageThat()
          .startsWith("rank 0 of User.run on threads(1) failed at User.java:7: ");
    }
  }
}
