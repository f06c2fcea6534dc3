package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Window;
import dev.smalti.lang.World;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
          Signal narrow = world.signal(shape(1));
          CALL;
        }
      }
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "data.allReduce(data, SUM) | SML-523 | allReduce is given data twice",
        "data.row(0).allReduce(data.row(1), SUM) | SML-523 | allReduce is given data twice",
        "data.allGather(data) | SML-523 | allGather is given data twice",
        "data.allReduce(narrow, SUM) | SML-522 | needs a cell for each rank, this signal is [1]",
        "data.allReduce(SUM, RING, CANONICAL) | SML-521 | RING does not combine in the order",
        "data.allReduce(SUM, RING, MESH) | SML-521 | allReduce is given two of Algorithm",
        "data.broadcast(0, RING) | SML-521 | It is offered by AUTO, MESH, TREE.",
        "data.broadcast(-1) | SML-505 | the peer is negative",
        "data.allReduce(AND) | SML-201 | AND is not defined for F32",
        "world.forEachRank(r -> data.allReduce(SUM)) | SML-310 | a dispatch of its own",
      })
  void isRefused(String call, String code, String text) {
    String said = Programs.refusal(folder, "Wrong", PROGRAM.replace("CALL", call));
    assertThat(said).contains("/Wrong.java:10: error: [" + code);
    assertThat(said).contains(text);
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
    assertThat(failure((data, _) -> data.broadcast(0, Smalti.RING)))
        .contains("it is offered by AUTO, MESH, TREE");
    assertThat(failure((data, narrow) -> data.allReduce(narrow, Smalti.SUM)))
        .contains("the cell [1] leaves axis 0, whose extent is 1");
    assertThat(failure((data, _) -> data.broadcast(5)))
        .contains("broadcast is given rank 5; ranks are 0 to 1");
  }
}
