package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.runtime.CancelledException;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.Run;
import dev.smalti.runtime.RunTimeoutException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Java refuses in scalar arithmetic is an error with the user's line; the rest is as Java. */
final class ScalarFaultsTest {
  private static final List<String> DIVISIONS =
      List.of(
          "a / b",
          "a % b",
          "Math.floorMod(a, b)",
          "Math.floorDiv(a, b)",
          "Math.ceilDiv(a, b)",
          "a % (b * b)",
          "b == 5 ? 1 : a / b",
          "a / 0");

  /** Writes one of the divisions. */
  private static Emitted divisions(String type) {
    StringBuilder ir =
        new StringBuilder(
            """
            smalti ir 1

            incore app.Faults.run  @ Faults.java:1:1
                out y: tensor<I64>[1]  @ Faults.java:1:1
                in a: TYPE  @ Faults.java:1:1
                in b: TYPE  @ Faults.java:1:1
                in which: int  @ Faults.java:1:1
            """
                .replace("TYPE", type));
    for (int which = 0; which < DIVISIONS.size(); which++) {
      ir.append("  if which == " + which + "  @ Faults.java:10:1\n");
      ir.append("    write " + operand(which, type) + " -> y[0]  @ Faults.java:18:1\n");
    }
    return Emitted.of(ir.toString());
  }

  private static String operand(int which, String type) {
    return type.equals("long")
        ? DIVISIONS.get(which).replace("5", "5L").replace("1", "1L").replace(" 0", " 0L")
        : DIVISIONS.get(which);
  }

  private static long run(Emitted emitted, Object a, Object b, int which) {
    long[] y = {-1};
    emitted.call("app.FaultsKernels", "run", Tensor.of(y, 1), a, b, which);
    return y[0];
  }

  @Test
  void aZeroDivisorNamesTheLine() {
    Emitted ints = divisions("int");
    Emitted longs = divisions("long");
    for (int which = 0; which < DIVISIONS.size(); which++) {
      byZero(ints, 7, 0, which);
      byZero(longs, 7L, 0L, which);
    }
  }

  private static void byZero(Emitted emitted, Object a, Object b, int which) {
    ArithmeticException fault =
        assertThrows(ArithmeticException.class, () -> run(emitted, a, b, which));
    assertWithMessage(DIVISIONS.get(which))
        .that(fault)
        .hasMessageThat()
        .isEqualTo("Faults.java:18: / by zero");
  }

  @Test
  void quotientsAndRemaindersAreThoseOfJava() {
    Emitted ints = divisions("int");
    int[] values = {Integer.MIN_VALUE, -7, -1, 0, 1, 3, Integer.MAX_VALUE};
    for (int a : values) {
      for (int b : values) {
        if (b != 0) {
          String pair = a + ", " + b;
          assertWithMessage(pair).that(run(ints, a, b, 0)).isEqualTo(a / b);
          assertWithMessage(pair).that(run(ints, a, b, 1)).isEqualTo(a % b);
          assertWithMessage(pair).that(run(ints, a, b, 2)).isEqualTo(Math.floorMod(a, b));
          assertWithMessage(pair).that(run(ints, a, b, 3)).isEqualTo(Math.floorDiv(a, b));
          assertWithMessage(pair).that(run(ints, a, b, 4)).isEqualTo(Math.ceilDiv(a, b));
        }
      }
    }
    Emitted longs = divisions("long");
    assertThat(run(longs, Long.MIN_VALUE, -1L, 0)).isEqualTo(Long.MIN_VALUE);
    assertThat(run(longs, Long.MIN_VALUE, -1L, 1)).isEqualTo(0);
  }

  @Test
  void divisorsThatCannotBeZeroAreNotChecked() {
    String source =
        Emitted.of(
                """
                smalti ir 1

                incore app.Faults.run  @ Faults.java:1:1
                    in x: tensor<F64>[n]  @ Faults.java:1:1
                    out y: tensor<I32>[1]  @ Faults.java:1:1
                    in a: int  @ Faults.java:1:1
                    symbols n
                  write a / 3 + a % n + a / -2 -> y[0]  @ Faults.java:18:1
                """)
            .source("app.Faults_run");
    assertThat(source).contains("a / 3 + a % n + a / -2");
    assertThat(source).doesNotContain("divisor(");
  }

  @Test
  void aScalarThatDoesNotFitNamesTheLine() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Faults.run  @ Faults.java:1:1
                out y: tensor<I32>[1]  @ Faults.java:1:1
                in a: long  @ Faults.java:1:1
              write a + 1 -> y[0]  @ Faults.java:18:1
            """
                .replace("a + 1", "a + 1L"));
    int[] y = new int[1];
    emitted.call("app.FaultsKernels", "run", Tensor.of(y, 1), 41L);
    assertThat(y[0]).isEqualTo(42);
    ArithmeticException fault =
        assertThrows(
            ArithmeticException.class,
            () ->
                emitted.call(
                    "app.FaultsKernels", "run", Tensor.of(y, 1), (long) Integer.MAX_VALUE));
    assertThat(fault)
        .hasMessageThat()
        .isEqualTo(
            "Faults.java:18: the scalar 2147483648 does not fit I32; cast the tile to I64, or use a"
                + " tensor of I64");
  }

  @Test
  void aLoopOfAKernelStopsWhenItsThreadIsInterrupted() {
    Emitted emitted =
        Emitted.of(
            """
            smalti ir 1

            incore app.Faults.run  @ Faults.java:1:1
                out y: tensor<I32>[1]  @ Faults.java:1:1
                in a: int  @ Faults.java:1:1
              while a > 0  @ Faults.java:18:1
                write a -> y[0]  @ Faults.java:19:1
            """);
    Thread.currentThread().interrupt();
    CancelledException stopped =
        assertThrows(
            CancelledException.class,
            () -> emitted.call("app.FaultsKernels", "run", Tensor.of(new int[1], 1), 1));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(stopped)
        .hasMessageThat()
        .isEqualTo("Faults.run was stopped: its thread was interrupted");
  }

  // ---- in a program

  private static final String PROGRAM =
      """
      smalti ir 1

      incore app.Ring.step  @ Ring.java:8:3
          out y: tensor<I32>[1]  @ Ring.java:9:3
          in go: signal[1]  @ Ring.java:10:3
          in r: int  @ Ring.java:11:3
        write 6 / (3 - r + read(go[0])) -> y[0]  @ Ring.java:18:5
        await go[0] >= 1 + read(go[0])  @ Ring.java:23:5

      jit app.Ring.device  @ Ring.java:29:3
          out y: tensor<I32>[1]  @ Ring.java:30:3
          in go: signal[1]  @ Ring.java:33:3
          in r: int  @ Ring.java:33:3
        call app.Ring.step(y, go, r)  @ Ring.java:34:5

      host app.Ring.all  @ Ring.java:37:3
          in world: world  @ Ring.java:38:3
          out ys: tensor<I32>[ranks, 1]  @ Ring.java:40:3
          symbols ranks
        go: signal[1] = new signal[1]  @ Ring.java:42:5
        foreachrank r  @ Ring.java:43:5
          call app.Ring.device(view ys[r, 0] shape(1, 1) drop 1, go, r)  @ Ring.java:43:30
      """;

  @Test
  void aRankThatDividesByZeroIsReportedWithItsLine() {
    try (DevicePool pool = DevicePool.threads(4);
        PreparedProgram program = prepare(Emitted.of(PROGRAM), pool)) {
      Tensor<Smalti.I32> ys = Tensor.of(new int[4], 4, 1);
      RankFailedException failed =
          assertThrows(RankFailedException.class, () -> Emitted.callOn(program, "run", ys));
      assertThat(String.valueOf(failed.getMessage()).lines().findFirst().orElse(""))
          .isEqualTo("rank 3 of Ring.all on threads(4) failed at Ring.java:18: / by zero");
      assertThat(failed).hasCauseThat().isInstanceOf(ArithmeticException.class);
    }
  }

  /** The kernel is done; what fails now is the task graph, which is named again. */
  @Test
  void aTaskGraphThatDividesByZeroIsReportedWithItsLine() {
    String graph =
        PROGRAM
            .replace("6 / (3 - r + read(go[0]))", "6")
            .replace("  await go[0] >= 1 + read(go[0])  @ Ring.java:23:5\n", "")
            .replace(
                "  call app.Ring.step(y, go, r)  @ Ring.java:34:5\n",
                """
                  call app.Ring.step(y, go, r)  @ Ring.java:34:5
                  call app.Ring.step(y, go, r / (r - 8 + y[0]{int}))  @ Ring.java:35:5
                """);
    try (DevicePool pool = DevicePool.threads(3);
        PreparedProgram program = prepare(Emitted.of(graph), pool)) {
      Tensor<Smalti.I32> ys = Tensor.of(new int[3], 3, 1);
      RankFailedException failed =
          assertThrows(RankFailedException.class, () -> Emitted.callOn(program, "run", ys));
      assertThat(String.valueOf(failed.getMessage()).lines().findFirst().orElse(""))
          .isEqualTo("rank 2 of Ring.all on threads(3) failed at Ring.java:35: / by zero");
    }
  }

  @Test
  void aReadInALoopNamesItsLine() {
    String polling =
        PROGRAM
            .replace("6 / (3 - r + read(go[0]))", "6")
            .replace(
                "  await go[0] >= 1 + read(go[0])  @ Ring.java:23:5\n",
                """
                  while read(go[0]) < 1  @ Ring.java:23:5
                    write 5 -> y[0]  @ Ring.java:24:5
                """);
    try (DevicePool pool = DevicePool.threads(3);
        PreparedProgram program = prepare(Emitted.of(polling), pool)) {
      Tensor<Smalti.I32> ys = Tensor.of(new int[3], 3, 1);
      Run run = submit(program, ys);
      String said = "";
      for (int trial = 0; trial < 1000 && !said.contains("ranks 0, 1, 2 read"); trial++) {
        said =
            String.valueOf(
                assertThrows(RunTimeoutException.class, () -> run.join(Duration.ofMillis(5)))
                    .getMessage());
      }
      assertThat(said)
          .endsWith("\n  ranks 0, 1, 2 read go[0] again and again at Ring.java:23, which hold 0");
      run.cancel();
    }
  }

  private static Run submit(PreparedProgram program, Object... arguments) {
    try {
      for (Method method : program.getClass().getMethods()) {
        if (method.getName().equals("submit")) {
          return (Run) method.invoke(program, arguments);
        }
      }
      throw new AssertionError("no method submit");
    } catch (ReflectiveOperationException failure) {
      throw new LinkageError("generated code cannot be called", failure);
    }
  }

  private static PreparedProgram prepare(Emitted emitted, DevicePool pool) {
    return ((Program<?>) emitted.call("app.RingPrograms", "all")).prepare(pool);
  }
}
