package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import java.lang.reflect.Method;
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
            "if (data.ranks() > AutoLimits.RECEIVING_RANKS",
            "<= " + AutoLimits.RECEIVED_ELEMENTS + ") {",
            "if (ranks > " + AutoLimits.MEETING_RANKS + ") {")) {
      assertWithMessage("a kernel with AUTO").that(kernel).contains(expected);
    }
    assertWithMessage("the kernel of a call in a program")
        .that(Files.readString(folder.resolve("AllReduce_auto_F32_SUM.java")))
        .contains("if (ranks > " + AutoLimits.REDUCING_RANKS + ") {");
  }

  @Test
  void aPreparedProgramSaysWhatWasChosen(@TempDir Path folder) throws Exception {
    String program =
        PROGRAM.replace("data.broadcast(signal, 0)", "data.allReduce(signal, MAX, CANONICAL)");
    ClassLoader classes = Programs.compile(folder, "Chosen", program);
    try (DevicePool pool = DevicePool.threads(3);
        PreparedProgram prepared = Programs.program(classes, "Chosen", "run").prepare(pool)) {
      Method run = Programs.method(prepared.getClass(), "run");
      assertThat(prepared.collectives()).isEmpty();
      run.invoke(prepared, 1);
      run.invoke(prepared, 1);
      assertThat(prepared.collectives())
          .containsExactly(
              "allReduce SUM of 1 F32 in place: AUTO chose MESH",
              "allReduce MAX of 1 F32 in place: CANONICAL chose MESH",
              "barrier: AUTO chose MESH")
          .inOrder();
      run.invoke(prepared, AutoLimits.FEW_ELEMENTS);
      run.invoke(prepared, 65_536);
      assertThat(prepared.collectives())
          .containsAtLeast(
              "allReduce SUM of 2,048 F32 in place: AUTO chose MESH",
              "allReduce SUM of 65,536 F32 in place: AUTO chose TWO_PHASE",
              "allReduce MAX of 65,536 F32 in place: CANONICAL chose TWO_PHASE");
    }
    try (DevicePool pool = DevicePool.threads(AutoLimits.REDUCING_RANKS + 1);
        PreparedProgram prepared = Programs.program(classes, "Chosen", "run").prepare(pool)) {
      Programs.method(prepared.getClass(), "run").invoke(prepared, 8);
      assertThat(prepared.collectives())
          .containsAtLeast(
              "allReduce SUM of 8 F32 in place: AUTO chose TREE",
              "allReduce MAX of 8 F32 in place: CANONICAL chose MESH",
              "barrier: AUTO chose CENTRAL");
    }
  }

  /** The number and the count of cores are operands of a share, not of the collective. */
  @Test
  void theCoresOfACallChangeNothingOfWhatIsSaid(@TempDir Path folder) throws Exception {
    String program =
        PROGRAM.replace(
            "data.allReduce(SUM);",
            """
            data.reduce(SUM, world.size() - 1, cores(3));
                Window<F32> from = world.window(F32, shape(n));
                Window<F32> all = world.window(F32, shape(world.size() * n));
                all.allGather(from, cores(2));
            """
                .strip());
    ClassLoader classes = Programs.compile(folder, "Chosen", program);
    try (DevicePool pool = DevicePool.threads(2);
        PreparedProgram prepared = Programs.program(classes, "Chosen", "run").prepare(pool)) {
      Programs.method(prepared.getClass(), "run").invoke(prepared, 100);
      assertThat(prepared.collectives())
          .containsExactly(
              "allReduce SUM of 100 F32 in place: AUTO chose MESH",
              "broadcast of 100 F32 with root 0: AUTO chose MESH",
              "barrier: AUTO chose MESH",
              "reduce SUM of 100 F32 with root 1: AUTO chose MESH",
              "allGather of 200 F32: AUTO chose MESH")
          .inOrder();
    }
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
        .contains(
            "| above %d ranks up to %,d elements `TREE`, else `MESH` |"
                .formatted(AutoLimits.RECEIVING_RANKS, AutoLimits.RECEIVED_ELEMENTS));
    assertThat(page)
        .contains("| above %d ranks `CENTRAL`, else `MESH` |".formatted(AutoLimits.MEETING_RANKS));
  }
}
