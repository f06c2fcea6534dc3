package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Window;
import dev.smalti.lang.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A wrong call of a collective is an error, when it is compiled and when it runs as it stands. */
class MisuseTest {
  @TempDir private static Path folder;

  private static final String PROGRAM =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Wrong {
        @Host
        static void run(World world) {
          Window<F32> data = world.window(F32, shape(world.size(), 4));
          Window<F32> other = world.window(F32, shape(world.size(), 4));
          Window<F32> row = world.window(F32, shape(4));
          Window<F32> row2 = world.window(F32, shape(5));
          Domain pair = world.devices(0, 2);
          Window<F32> odd = pair.window(F32, shape(5));
          Window<F32> odd2 = pair.window(F32, shape(5));
          Signal narrow = world.signal(shape(1));
          Window<I32> counts = world.window(I32, shape(world.size()));
          Window<I32> received = world.window(I32, shape(world.size()));
          Signal lanes = world.signal(shape(world.size(), 2));
          CALLS
        }
      }
      """;

  /** The line of the first call. */
  private static final int FIRST = 18;

  /** A call, and what is said of it. */
  private static final List<String> WRONG =
      List.of(
          "data.allReduce(data, SUM) | SML-523 | allReduce is given data twice",
          "data.row(0).allReduce(data.row(1), SUM) | SML-523 | allReduce is given data twice",
          "data.allGather(data) | SML-523 | allGather is given data twice",
          "data.allReduce(narrow, SUM) | SML-522 | needs a cell for each rank, this signal is [1]",
          "data.allReduce(SUM, RING, CANONICAL) | SML-521 | RING does not combine in the order",
          "data.allReduce(SUM, DOUBLE_TREE, CANONICAL) | SML-521 | DOUBLE_TREE does not combine in",
          "data.reduce(SUM, 0, DOUBLE_TREE, CANONICAL) | SML-521 | With CANONICAL, name MESH or no",
          "data.allReduce(SUM, TREE, CANONICAL) | SML-521 | With CANONICAL, name MESH, TWO_PHASE"
              + " or",
          "data.allReduce(SUM, RING, MESH) | SML-521 | allReduce is given two of Algorithm",
          "data.broadcast(0, RING) | SML-521 | It is offered by AUTO, DOUBLE_TREE, MESH, TREE.",
          "data.broadcast(-1) | SML-505 | the root is -1, ranks are 0 to ranks - 1",
          "data.broadcast(world.size()) | SML-505 | the root is ranks, ranks are 0 to ranks - 1",
          "data.gather(row, world.size() + 1) | SML-505 | the root is ranks + 1, ranks are 0 to",
          "data.allReduce(row2, SUM) | SML-524 | row2 has 5 elements, allReduce needs as many",
          "row.reduceScatter(row2, SUM) | SML-524 | row2 has 5 elements, reduceScatter needs ranks",
          "data.allGather(row2) | SML-524 | data has 4 * ranks elements, allGather needs ranks"
              + " times",
          "data.gather(row2, 0) | SML-524 | data has 4 * ranks elements, gather needs ranks times",
          "row2.scatter(data, 0) | SML-524 | data has 4 * ranks elements, scatter needs ranks"
              + " times",
          "row.allToAll(row2) | SML-524 | row2 has 5 elements, allToAll needs as many as those of",
          "odd.allToAll(odd2) | SML-524 | odd has 5 elements, allToAll needs a part for each of 2",
          "odd.broadcast(2) | SML-505 | the root is 2, ranks are 0 to 1",
          "odd.reduce(SUM, pair.size()) | SML-505 | the root is 2, ranks are 0 to 1",
          "odd.broadcast(narrow, 0) | SML-314 | narrow is of the world, the dispatch is of pair",
          "data.allReduce(odd, SUM) | SML-314 | odd is of pair, the dispatch is of the world",
          "row.sendReceive(row2, lanes, 0, 0) | SML-301 | sendReceive belongs in a kernel",
          "data.broadcast(0, CANONICAL) | SML-521 | broadcast combines nothing: there is no order",
          "data.allGather(row, MESH, CANONICAL) | SML-521 | allGather combines nothing",
          "data.reduceScatter(SUM, RING, CANONICAL) | SML-521 | CANONICAL, name MESH or no",
          "data.reduce(SUM, 0, TWO_PHASE, CANONICAL) | SML-521 | It is offered by AUTO,"
              + " DOUBLE_TREE, MESH, TREE.",
          "data.allReduce(AND) | SML-201 | It combines F32 by SUM, PROD, MAX, MIN.",
          "row.reduceScatter(data, XOR, RING) | SML-201 | XOR is not defined for F32",
          "world.forEachRank(r -> data.allReduce(SUM)) | SML-310 | a dispatch of its own",
          "world.window(F32, shape(4)).allReduce(SUM) | SML-311 | is allocated by a declaration",
          "data.allReduce(world.signal(shape(9)), SUM) | SML-311 | is allocated by a declaration",
          "data.broadcast(world.signalFor(data), 0) | SML-311 | is allocated by a declaration",
          "data.allReduce(SUM, RING, cores(2)) | SML-525 | by RING combines in an order that",
          "data.allReduce(SUM, DOUBLE_TREE, cores(2)) | SML-525 | by DOUBLE_TREE combines in an"
              + " order",
          "data.reduce(SUM, 0, DOUBLE_TREE, cores(2)) | SML-525 | by DOUBLE_TREE combines in an"
              + " order",
          "data.allReduce(SUM, cores(0)) | SML-525 | a collective runs on 0 cores, at least 1",
          "data.allReduce(SUM, cores(2), cores(3)) | SML-521 | allReduce is given two of Cores",
          "data.allToAllV(other, counts, received, cores(2)) | SML-525 | allToAllV is not cut into",
          "data.reduceScatter(SUM, RING, cores(2)) | SML-525 | by RING combines in an order that",
          "data.allGather(row, RECURSIVE_DOUBLING, cores(2)) | SML-521 | It is offered by AUTO,"
              + " MESH.",
          "data.allGather(row, narrow, cores(2)) | SML-525 | this signal is [1]",
          "data.allReduce(narrow, SUM, cores(2)) | SML-525 | this signal is [1]",
          "data.allReduce(lanes, SUM, cores(3)) | SML-525 | on 3 cores needs a column of cells",
          "data.broadcast(0, RING, cores(1)) | SML-521 | It is offered by AUTO, DOUBLE_TREE, MESH,"
              + " TREE.",
          "data.allReduce(SUM, cores(world.size())) | SML-525 | allReduce has no signal, and how");

  @Test
  void isRefused() {
    List<String[]> wrong = WRONG.stream().map(row -> row.split(" \\| ")).toList();
    String calls = wrong.stream().map(row -> row[0] + ";\n").collect(Collectors.joining());
    String said = Programs.refusal(folder, "Wrong", PROGRAM.replace("CALLS", calls));
    for (int i = 0; i < wrong.size(); i++) {
      String[] row = wrong.get(i);
      String here = "/Wrong.java:" + (FIRST + i) + ": error: [" + row[1] + "] ";
      assertThat(said).contains(here);
      assertThat(said.split(Pattern.quote(here))[1].lines().limit(4).toList().toString())
          .contains(row[2]);
    }
  }

  @Test
  void inAKernelTheSignalIsNeeded() {
    String said =
        Programs.refusal(
            folder,
            "Kernel",
            """
            import static dev.smalti.lang.Smalti.*;
            import dev.smalti.lang.*;

            final class Kernel {
              @InCore
              static void sum(@Shape("?") Window<F32> data) {
                data.allReduce(SUM);
              }
            }
            """);
    assertThat(said).contains("/Kernel.java:7: error: [SML-522] allReduce has no signal");
  }

  @Test
  void inAKernelTheRanksAreKnownToo() {
    String said =
        Programs.refusal(
            folder,
            "Kernel",
            """
            import static dev.smalti.lang.Smalti.*;
            import dev.smalti.lang.*;

            final class Kernel {
              @InCore
              static void pass(
                  @Shape("n") Tensor<F32> x, @Shape("n") Window<F32> data, @Shape("ranks") Signal s) {
                data.broadcast(s, data.ranks());
                data.sendReceive(x, s, 0, s.ranks());
                s.notify(data.ranks() + 1, at(0));
                data.put(data.ranks(), x);
                data.remoteStore(-1, x.load());
              }
            }
            """);
    assertThat(said).contains(":8: error: [SML-505] the root is ranks, ranks are 0 to ranks - 1");
    assertThat(said).contains(":9: error: [SML-505] the peer is ranks, ranks are 0 to ranks - 1");
    assertThat(said)
        .contains(":10: error: [SML-505] the peer is ranks + 1, ranks are 0 to ranks -");
    assertThat(said).contains(":11: error: [SML-505] the peer is ranks, ranks are 0 to ranks - 1");
    assertThat(said).contains(":12: error: [SML-505] the peer is -1, ranks are 0 to ranks - 1");
  }

  @Test
  void aKernelRunsOnOneCore() {
    String said =
        Programs.refusal(
            folder,
            "Kernel",
            """
            import static dev.smalti.lang.Smalti.*;
            import dev.smalti.lang.*;

            final class Kernel {
              @InCore
              static void sum(@Shape("?") Window<F32> data, @Shape("ranks, 2") Signal signal) {
                data.allReduce(signal, SUM, cores(1));
                data.allReduce(signal, SUM, cores(2));
              }
            }
            """);
    assertThat(said)
        .contains("/Kernel.java:8: error: [SML-525] allReduce on several cores is called in an");
    assertThat(said).doesNotContain("Kernel.java:7");
  }

  private static final List<String> CALLS =
      List.of(
          "a.allReduce(s, SUM, MESH)",
          "a.allReduce(s, SUM, TWO_PHASE)",
          "a.allReduce(b, s, SUM, TWO_PHASE)",
          "a.broadcast(s, 0)",
          "a.reduceScatter(s, SUM)",
          "a.allToAll(x, s)",
          "a.sendReceive(x, s, 0, 0)",
          "a.allGather(y, s, MESH)",
          "a.gather(y, s, 0)",
          "c.scatter(b, s, 0)");

  /** A kernel and a task graph for each call, whose target has a direction. */
  private static String kernels(String direction) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < CALLS.size(); i++) {
      String target = CALLS.get(i).substring(0, 1);
      for (String plane :
          CALLS.get(i).contains("TWO_PHASE") ? List.of("InCore", "Jit") : List.of("InCore")) {
        text.append(
            """
              @PLANE
              static void %s%d(
                  @Shape("ranks * n") @A Window<F32> a,
                  @Shape("ranks * n") @In Window<F32> b,
                  @Shape("n") @C Window<F32> c,
                  @Shape("ranks * n") Tensor<F32> x,
                  @Shape("n") Tensor<F32> y,
                  @Shape("ranks") Signal s) {
                %s;
              }
            """
                .formatted(plane.toLowerCase(Locale.ROOT), i, CALLS.get(i))
                .replace("PLANE", plane)
                .replace("@A", "@" + (target.equals("a") ? direction : "In"))
                .replace("@C", "@" + (target.equals("c") ? direction : "In")));
      }
    }
    return """
    import static dev.smalti.lang.Smalti.*;
    import dev.smalti.lang.*;

    final class Direction {
    KERNELS}
    """
        .replace("KERNELS", text);
  }

  /** Whatever an algorithm does itself, and what it lets peers do. */
  @Test
  void theTargetIsWrittenByEveryAlgorithm() {
    Programs.compile(folder, "Direction", kernels("InOut"));
    String said = Programs.refusal(folder, "Direction", kernels("In"));
    assertThat(said).contains(CALLS.size() + 2 + " errors");
    assertThat(said.split("is an input and is written here")).hasLength(CALLS.size() + 3);
  }

  /** Only what is in place has to be there before. */
  @Test
  void whatIsReplacedMayBeAnOutput() {
    String said = Programs.refusal(folder, "Direction", kernels("Out"));
    assertThat(said.split("is read here before the body writes it")).hasLength(7);
  }

  private static String failure(BiConsumer<Window<F32>, Signal> call) {
    World world = World.eager(2);
    Window<F32> data = world.window(Smalti.F32, Smalti.shape(2, 4));
    Signal narrow = world.signal(Smalti.shape(1));
    return String.valueOf(
        assertThrows(RuntimeException.class, () -> call.accept(data, narrow)).getMessage());
  }

  @Test
  void eagerRunsRefuseTheSame() {
    assertThat(failure((data, _) -> data.allReduce(data, Smalti.SUM)))
        .contains("twice: what it writes it would read as input");
    assertThat(failure((data, _) -> data.allReduce(Smalti.SUM, Smalti.RING, Smalti.CANONICAL)))
        .contains("allReduce by RING does not combine in the order of the ranks");
    assertThat(
            failure((data, _) -> data.allReduce(Smalti.SUM, Smalti.DOUBLE_TREE, Smalti.CANONICAL)))
        .contains(
            "allReduce by DOUBLE_TREE does not combine in the order of the ranks; with CANON");
    assertThat(failure((data, _) -> data.reduce(Smalti.SUM, 0, Smalti.TREE, Smalti.CANONICAL)))
        .contains("in the order of the ranks; with CANONICAL, name MESH or no algorithm");
    assertThat(failure((data, _) -> data.broadcast(0, Smalti.MESH, Smalti.CANONICAL)))
        .contains("broadcast combines nothing: there is no order that CANONICAL could ask for");
    assertThat(failure((data, narrow) -> data.sendReceive(data.row(0), narrow, 0, 0)))
        .contains("window data has no rank here");
    assertThat(failure((data, _) -> data.broadcast(0, Smalti.RING)))
        .contains("it is offered by AUTO, DOUBLE_TREE, MESH, TREE");
    assertThat(failure((data, narrow) -> data.allReduce(narrow, Smalti.SUM)))
        .contains("has 1 cells, allReduce on 2 ranks needs one for each");
    assertThat(failure((data, _) -> data.broadcast(5)))
        .contains("broadcast is given rank 5; ranks are 0 to 1");
    assertThat(failure((data, _) -> data.allReduce(Smalti.SUM, Smalti.RING, Smalti.cores(2))))
        .contains("allReduce with cores(2) by RING is not cut into shares");
    assertThat(
            failure((data, _) -> data.allReduce(Smalti.SUM, Smalti.DOUBLE_TREE, Smalti.cores(2))))
        .contains("allReduce with cores(2) by DOUBLE_TREE is not cut into shares");
    assertThat(failure((data, narrow) -> data.reduceScatter(narrow, Smalti.SUM, Smalti.cores(2))))
        .contains("reduceScatter with cores(2) of 2 ranks needs a column of cells for each core");
    assertThat(failure((data, narrow) -> data.allReduce(narrow, Smalti.SUM, Smalti.cores(2))))
        .contains("allReduce with cores(2) of 2 ranks needs a column of cells for each core");
    assertThat(failure((data, _) -> data.allReduce(Smalti.SUM, Smalti.cores(0))))
        .contains("cores(0) is no core; a collective runs on at least 1");
  }

  @Test
  void aWindowOfAnotherRunIsRefused() {
    List<Window<F32>> kept = new ArrayList<>();
    World.eager(2).run(world -> kept.add(world.window(Smalti.F32, Smalti.shape(4))));
    assertThat(
            assertThrows(IllegalStateException.class, () -> kept.getFirst().allReduce(Smalti.SUM)))
        .hasMessageThat()
        .contains("the run that made this world, window or signal has ended");
  }

  @Test
  void eagerRunsCompareSizes() {
    World world = World.eager(2);
    Window<F32> eight = world.window(Smalti.F32, Smalti.shape(8));
    Window<F32> nine = world.window(Smalti.F32, Smalti.shape(9));
    Window<F32> other = world.window(Smalti.F32, Smalti.shape(9));
    assertThat(thrown(() -> eight.allReduce(nine, Smalti.SUM)))
        .contains("has 9 elements, allReduce on 2 ranks needs 8");
    assertThat(thrown(() -> nine.allGather(eight)))
        .contains("has 9 elements, allGather on 2 ranks needs 16");
    assertThat(thrown(() -> eight.scatter(nine, 0)))
        .contains("has 9 elements, scatter on 2 ranks needs 16");
    assertThat(thrown(() -> nine.allToAll(other)))
        .contains("has 9 elements, allToAll needs a part for each of 2 ranks");
  }

  private static String thrown(Executable call) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
