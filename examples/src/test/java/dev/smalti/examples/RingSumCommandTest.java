package dev.smalti.examples;

import static com.google.common.truth.Truth.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the example prints, and its exit status. */
final class RingSumCommandTest {
  @TempDir private Path directory;

  /** Exit status and what was printed. */
  private record Answer(int status, String out, String err) {}

  @SuppressWarnings("SystemOut") // the command prints there, as a program does
  private static Answer run(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
      int status = RingSumCommand.run(arguments);
      return new Answer(
          status,
          printed.toString(StandardCharsets.UTF_8),
          complained.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("t.csv"), text).toString();
  }

  @Test
  void everySumIsPrintedAndCompared() throws IOException {
    Answer answer = run("--input", file("1,2,3\n10,20,30\n"));
    assertThat(answer.err()).isEmpty();
    assertThat(answer.out().lines())
        .containsExactly(
            "RingSum on 2 ranks, 3 columns",
            "rank 0 contributed 1.0 2.0 3.0",
            "rank 1 contributed 10.0 20.0 30.0",
            "rank 0 received    11.0 22.0 33.0",
            "rank 1 received    11.0 22.0 33.0",
            "OK")
        .inOrder();
    assertThat(answer.status()).isEqualTo(0);
  }

  @Test
  void oneRankOneColumn() throws IOException {
    assertThat(run("--input", file("5\n")).out()).startsWith("RingSum on 1 rank, 1 column\n");
  }

  @Test
  void zerosKeepTheirSignAndWhatIsNotFiniteStays() throws IOException {
    String input = file("-0,NaN,Infinity,-0,1e-46\n-0,1,-Infinity,0,3e38\n-0,1,1,-0,3e38\n");
    for (String[] arguments : new String[][] {{"--input", input}, {"--eager", "--input", input}}) {
      Answer answer = run(arguments);
      assertThat(answer.err()).isEmpty();
      assertThat(answer.out()).contains("rank 2 received    -0.0 NaN NaN 0.0 Infinity\nOK\n");
      assertThat(answer.status()).isEqualTo(0);
    }
  }

  @Test
  void moreRanksThanCores() {
    Answer answer = run("--ranks", "33");
    assertThat(answer.out()).contains("RingSum on 33 ranks, 8 columns\n");
    assertThat(answer.out()).endsWith("\nOK\n");
    assertThat(answer.status()).isEqualTo(0);
  }

  @Test
  void aWrongCallIsExplainedWithoutATrace() throws IOException {
    String input = file("1,2\n3,4\n");
    refused("--ranks 3, but the file has 2 rows: one row a rank", "--ranks", "3", "--input", input);
    refused("--ranks 0: at least one rank is needed", "--ranks", "0");
    refused("'x' is not an int", "--ranks", "x");
    refused("t.csv: line 2, column 2: 'y' is not a number", "--input", file("1,2\n3,y\n"));
    refused(": this is a directory", "--input", directory.toString());
    refused("Unknown options: '--rank', '3'", "--rank", "3");
  }

  @Test
  void aRowMayBeLargerThanATile() throws IOException {
    String row = "1,".repeat(200_000) + "1\n";
    Answer answer = run("--input", file(row + row));
    assertThat(answer.err()).isEmpty();
    assertThat(answer.status()).isEqualTo(0);
  }

  private static void refused(String what, String... arguments) {
    Answer answer = run(arguments);
    assertThat(answer.err()).contains(what);
    assertThat(answer.err()).doesNotContain("\tat ");
    assertThat(answer.out()).isEmpty();
    assertThat(answer.status()).isEqualTo(2);
  }

  @Test
  void theLauncherSaysWhichExamplesThereAre() {
    assertThat(Launcher.help()).contains("RingSum, ShardedLayer, Softmax");
    assertThat(Launcher.help()).contains("transformer: RowSoftmax, RowNorms");
    assertThat(Launcher.help()).contains("collective: ReduceThreeWays, GatherThreeWays, ");
    assertThat(Launcher.help()).contains("tutorial: HelloRank, ThreePlanes, ");
    String unknown = Launcher.unknown("Sum");
    assertThat(unknown)
        .startsWith(
            "there is no example 'Sum'; choose one with -Dexample=NAME: "
                + "RingSum, ShardedLayer, Softmax;");
    assertThat(unknown).contains("; of a transformer RowSoftmax, RowNorms");
    assertThat(unknown).contains("; of a collective ReduceThreeWays, GatherThreeWays");
    assertThat(unknown).contains("; of the tutorial HelloRank, ThreePlanes, WindowRoundTrip, ");
    assertThat(unknown).endsWith(", AllToAllThreeWays, TensorParallelLayer");
  }
}
