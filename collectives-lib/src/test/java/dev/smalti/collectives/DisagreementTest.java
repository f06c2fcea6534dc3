package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.ProtocolException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ranks that do not agree on a collective are told so by name: when the program is compiled, or
 * before it runs where the arguments decide.
 */
class DisagreementTest {
  @TempDir private static Path folder;

  private static final String KERNEL =
      """
        @InCore
        static void kernelNUMBER(
            @Shape("16") Window<F32> a,
            @Shape("16") Window<F32> b,
            @Shape("8") Window<F32> c,
            @Shape("16") Window<I32> i,
            @Shape("2, 4") Window<F32> rows,
            @Shape("ranks") Signal s,
            int given) {
          if (a.rank() == 0) {
            ONE;
          } else {
            OTHER;
          }
        }

        @Host(worlds = "2, 3")
        static void runNUMBER(World world, int given) {
          Window<F32> a = world.window(F32, shape(16));
          Window<F32> b = world.window(F32, shape(16));
          Window<F32> c = world.window(F32, shape(8));
          Window<I32> i = world.window(I32, shape(16));
          Window<F32> rows = world.window(F32, shape(2, 4));
          Signal s = world.signalFor(a);
          world.forEachRank(r -> kernelNUMBER(a, b, c, i, rows, s, given));
        }

      """;

  private static final int LINES = KERNEL.lines().toList().size();

  /** The line of what other ranks call, and what rank 0 calls is two lines before. */
  private static final int FIRST = 17;

  /** What rank 0 calls, what the others do, and what is said of two ranks. */
  private static final List<String> WRONG =
      List.of(
          "a.allReduce(s, SUM) | a.broadcast(s, 0) | calls allReduce (line ONE), rank 1 broadcast",
          "a.allReduce(s, SUM) | s.barrier() | calls allReduce (line ONE), rank 1 barrier",
          "s.barrier() | s.barrier(TREE) | goes by MESH, as AUTO chose (line ONE), rank 1 by TREE",
          "a.allReduce(s, SUM) | a.allReduce(s, MAX) | combines by SUM (line ONE), rank 1 by MAX",
          "a.reduceScatter(s, MIN) | a.reduceScatter(s, PROD)"
              + " | combines by MIN (line ONE), rank 1 by PROD",
          "a.allReduce(s, MAX) | i.allReduce(s, MAX) | exchanges F32 (line ONE), rank 1 I32",
          "a.allReduce(s, MAX) | b.allReduce(s, MAX) | calls it on a (line ONE), rank 1 on b",
          "a.allReduce(s, MAX) | a.allReduce(b, s, MAX)"
              + " | calls it on a (line ONE), rank 1 on a with the input b",
          "a.slice(at(0), shape(8)).allReduce(s, MAX) | a.slice(at(0), shape(4)).allReduce(s, MAX)"
              + " | calls it on 8 elements (line ONE), rank 1 on 4 elements",
          "a.slice(at(0), shape(8)).broadcast(s, 0) | a.slice(at(4), shape(8)).broadcast(s, 0)"
              + " | calls it on a from [0] [8] (line ONE), rank 1 on a from [4] [8]",
          "rows.row(0).broadcast(s, 0) | rows.row(1).broadcast(s, 0)"
              + " | calls it on rows from [0, 0] [1, 4] (line ONE), rank 1 on rows from [1, 0]",
          "a.broadcast(s, 0) | a.broadcast(s, 1) | has root 0 (line ONE), rank 1 root 1",
          "a.reduce(s, SUM, 1) | a.reduce(s, SUM, 0) | has root 1 (line ONE), rank 1 root 0",
          "a.allReduce(s, SUM, TREE) | a.allReduce(s, SUM, RING)"
              + " | goes by TREE (line ONE), rank 1 by RING",
          "a.allReduce(s, SUM) | a.allReduce(s, SUM, RING)"
              + " | goes by MESH, as AUTO chose (line ONE), rank 1 by RING",
          "a.allReduce(s, SUM); a.broadcast(s, 0) | a.broadcast(s, 0); a.allReduce(s, SUM)"
              + " | calls allReduce (line ONE), rank 1 broadcast",
          "a.allReduce(s, SUM); s.barrier() | a.allReduce(s, SUM)"
              + " | calls barrier (line ONE), rank 1 no more",
          "a.broadcast(s, 0) | a.store(a.load().add(1)) | calls broadcast (line ONE), rank 1 none");

  private static String kernel(int number, String one, String other) {
    return KERNEL
        .replace("NUMBER", String.valueOf(number))
        .replace("ONE", one)
        .replace("OTHER", other);
  }

  @Test
  void isRefusedAtTheLine() {
    StringBuilder kernels = new StringBuilder();
    for (int row = 0; row < WRONG.size(); row++) {
      String[] wrong = WRONG.get(row).split(" \\| ");
      kernels.append(kernel(row, wrong[0], wrong[1]));
    }
    String said = Programs.refusal(folder, "Differ", Programs.holder("Differ", kernels.toString()));
    for (int row = 0; row < WRONG.size(); row++) {
      String[] wrong = WRONG.get(row).split(" \\| ");
      int other = FIRST + row * LINES;
      boolean absent = wrong[2].matches(".* (none|no more)");
      String start =
          "/Differ.java:"
              + (absent ? other - 2 : other)
              + ": error: [SML-704] disagreement for 2 ranks: rank 0 ";
      assertWithMessage("%s: %s", WRONG.get(row), said).that(said).contains(start);
      String text = said.split(Pattern.quote(start))[1].lines().findFirst().orElseThrow();
      assertThat(text).startsWith(wrong[2].replace("ONE", String.valueOf(other - 2)));
      if (!absent) {
        assertThat(text).endsWith(" (line " + other + ")");
      }
    }
    assertThat(said.split("error: \\[").length - 1).isEqualTo(WRONG.size());
    assertThat(said)
        .contains("  rank 0 at line 15 calls allReduce SUM of 16 F32 in place: AUTO chose MESH\n");
  }

  /** On other lines, by an algorithm that AUTO chooses, by hand, with other cells, and in pairs. */
  @Test
  void whatIsTheSameIsAccepted() {
    String same =
        """
          @InCore
          static void kernel(
              @Shape("16") @InOut Window<F32> a,
              @Shape("16") @InOut Window<F32> b,
              @Shape("ranks") Signal s,
              @Shape("ranks") Signal t,
              @Shape("2, ranks") Signal rows) {
            int me = a.rank();
            int ranks = a.ranks();
            if (me == 0) {
              a.allReduce(s, SUM);
            } else {
              a.allReduce(s, SUM, MESH);
            }
            a.sendReceive(b, s, (me + 1) % ranks, (me + ranks - 1) % ranks);
            if (me % 2 == 0 && me + 1 < ranks) {
              a.sendReceive(b, t, me + 1, me + 1);
            } else if (me % 2 == 1) {
              a.sendReceive(b, t, me - 1, me - 1);
            }
            rows.at(0).barrier(MESH);
            rows.at(1).barrier(TREE);
            if (me == 0) {
              b.store(a.load());
            } else {
              b.store(a.load().add(1));
              b.broadcast(t, 1 % ranks);
            }
            if (me == 0) {
              b.broadcast(t, 1 % ranks);
            }
          }

          @Host
          static void run(World world) {
            Window<F32> a = world.window(F32, shape(16));
            Window<F32> b = world.window(F32, shape(16));
            Signal s = world.signalFor(a);
            Signal t = world.signalFor(a);
            Signal rows = world.signal(shape(2, world.size()));
            world.forEachRank(r -> kernel(a, b, s, t, rows));
            a.allReduce(SUM);
            b.allReduce(MAX, RING);
          }
        """;
    Programs.compile(folder, "Same", Programs.holder("Same", same));
  }

  private static final String LATE =
      """
        @InCore
        static void kernel(
            @Shape("?") @InOut Window<F32> a,
            @Shape("?") @InOut Window<F32> b,
            @Shape("ranks") Signal s,
            int odd,
            int root) {
          int me = a.rank();
          if (me == odd) {
            a.allReduce(s, MAX);
          } else {
            a.allReduce(s, SUM);
          }
          b.slice(at(0), shape(b.dim(0) - (me == 0 ? a.dim(0) - 8 : 0))).allReduce(s, SUM);
          b.broadcast(s, Math.max(root, 0) * me);
        }

        @Host(sizes = "n = 8; odd = -1; root = 0")
        static void run(World world, int n, int odd, int root) {
          Window<F32> a = world.window(F32, shape(n));
          Window<F32> b = world.window(F32, shape(4096));
          Signal s = world.signalFor(a);
          world.forEachRank(r -> kernel(a, b, s, odd, root));
        }
      """;

  /** What the compiler is told not to try is told before the run, by the real values. */
  @Test
  void argumentsThatDecideAreCheckedBeforeTheRun() throws Exception {
    ClassLoader classes = Programs.compile(folder, "Late", Programs.holder("Late", LATE));
    try (DevicePool pool = DevicePool.threads(3);
        PreparedProgram prepared = Programs.program(classes, "Late", "run").prepare(pool)) {
      Method run = Programs.method(prepared.getClass(), "run");
      run.invoke(prepared, 8, -1, 0);
      assertThat(refusal(run, prepared, 8, 2, 0))
          .isEqualTo(
              """
              Late.run on threads(3) was not started: disagreement for 3 ranks: ranks 0, 1 combine \
              by SUM (line 16), rank 2 by MAX (line 14)
                at Late.java:14, called with n = 8, odd = 2, root = 0
                ranks 0, 1 at line 16 call allReduce SUM of 8 F32 in place: AUTO chose MESH
                rank 2 at line 14 calls allReduce MAX of 8 F32 in place: AUTO chose MESH
                it is collective 1 of each rank with the signal s
                Let all ranks of a domain call the same collectives with a signal, in the same \
              order: on the same windows, with the same operator, root and algorithm.\
              """);
      assertThat(refusal(run, prepared, 2056, -1, 0))
          .contains(
              "rank 0 calls it on 2048 elements (line 18), ranks 1, 2 on 4096 elements (line 18)");
      assertThat(refusal(run, prepared, 8, -1, 1))
          .contains("rank 0 has root 0 (line 19), rank 1 root 1 (line 19), rank 2 root 2");
      run.invoke(prepared, 8, -1, 0);
    }
  }

  private static String refusal(Method run, Object prepared, Object... arguments) {
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> run.invoke(prepared, arguments));
    assertThat(thrown).hasCauseThat().isInstanceOf(ProtocolException.class);
    return String.valueOf(Objects.requireNonNull(thrown.getCause()).getMessage());
  }
}
