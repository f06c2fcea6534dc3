package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code AUTO} chooses can be read: in generated code, with its limits, and in the manual. */
class AutoTest {
  private static final String PROGRAM =
      """
      import static dev.smalti.lang.Smalti.*;
      import dev.smalti.lang.*;

      final class Chosen {
        @InCore
        static void kernel(@Shape("?") Window<F32> data, @Shape("ranks") Signal signal) {
          data.allReduce(signal, SUM);
          data.broadcast(signal, 0);
          signal.barrier();
        }

        @Host
        static void run(World world, int n) {
          Window<F32> data = world.window(F32, shape(n));
          Signal signal = world.signalFor(data);
          world.forEachRank(r -> kernel(data, signal));
          data.allReduce(SUM);
        }
      }
      """;

  @Test
  void generatedCodeShowsTheChoice(@TempDir Path folder) throws Exception {
    Programs.compile(folder, "Chosen", PROGRAM);
    String kernel = Files.readString(folder.resolve("Chosen_kernel.java"));
    for (String expected :
        List.of(
            "if (data.ranks() > AutoLimits.REDUCING_RANKS) {",
            "if (ranks > " + AutoLimits.REDUCING_RANKS + ") {",
            " <= " + AutoLimits.FEW_ELEMENTS + ") {",
            "tree(data, signal, op);",
            "mesh(data, signal, op);",
            "twoPhase(data, signal, op);",
            "if (data.ranks() > AutoLimits.RECEIVING_RANKS) {",
            "if (ranks > " + AutoLimits.MEETING_RANKS + ") {")) {
      assertWithMessage("a kernel with AUTO").that(kernel).contains(expected);
    }
    assertWithMessage("the kernel of a call in a program")
        .that(Files.readString(folder.resolve("AllReduce_auto_F32_SUM.java")))
        .contains("if (ranks > " + AutoLimits.REDUCING_RANKS + ") {");
  }

  @Test
  void theManualNamesTheLimits() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "en", "collectives.md"));
    assertThat(page)
        .contains(
            "| above %d ranks `TREE`; up to %d elements `MESH`; else `TWO_PHASE` |"
                .formatted(AutoLimits.REDUCING_RANKS, AutoLimits.FEW_ELEMENTS));
    assertThat(page)
        .contains(
            "| above %d ranks `RECURSIVE_DOUBLING`, else `MESH` |"
                .formatted(AutoLimits.GATHERING_RANKS));
    assertThat(page)
        .contains("| above %d ranks `TREE`, else `MESH` |".formatted(AutoLimits.RECEIVING_RANKS));
    assertThat(page)
        .contains("| above %d ranks `CENTRAL`, else `MESH` |".formatted(AutoLimits.MEETING_RANKS));
  }
}
