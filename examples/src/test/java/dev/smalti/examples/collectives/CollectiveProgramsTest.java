package dev.smalti.examples.collectives;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the programs print, and that the page of the collectives leads to them. */
final class CollectiveProgramsTest {
  @SuppressWarnings("SystemOut") // The programs print there.
  private static List<String> printed(Runnable program) {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      program.run();
    } finally {
      System.setOut(out);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static void printsEachWay(Runnable program, int ways, String result) {
    List<String> lines = printed(program);
    assertThat(lines).hasSize(ways);
    for (String line : lines) {
      assertThat(line.replaceFirst("^.*?: +", "")).isEqualTo(result);
    }
  }

  @Test
  void allWaysPrintTheSame() {
    printsEachWay(
        () -> ReduceThreeWays.main(new String[0]),
        3,
        "F32 [3, 2] [1.0, 2.0, 111.0, 222.0, 100.0, 200.0]");
    printsEachWay(
        () -> GatherThreeWays.main(new String[0]),
        3,
        "F32 [3, 2] [1.0, 2.0, 10.0, 20.0, 100.0, 200.0]");
    printsEachWay(
        () -> ScatterThreeWays.main(new String[0]),
        3,
        "F32 [3, 2] [1.0, 2.0, 10.0, 20.0, 100.0, 200.0]");
    printsEachWay(
        () -> SendReceiveTwoWays.main(new String[0]),
        2,
        "F32 [3, 2] [100.0, 200.0, 1.0, 2.0, 10.0, 20.0]");
  }

  @Test
  void eachIsOnThePage() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "en", "collectives.md"));
    for (String name : CollectivePrograms.programs().keySet()) {
      for (String way : List.of("byHand", "inKernel")) {
        assertWithMessage("the page").that(page).contains("[`" + name + "." + way + "`]");
      }
    }
  }
}
