package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.bench.gate.Round;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TableReportTest {
  private static final KernelCell CELL =
      new KernelCell(2, "gelu-64, heap, vector tier", "ND4J", 9, 13);
  private static final KernelCell MEDIAN =
      new KernelCell(14, "warm-up, vector tier, median of 10 JVMs", "-", 2.5, 0.5);
  private static final KernelCell WORST =
      new KernelCell(14, "warm-up, vector tier, worst of 10 JVMs", "-", 10, 1);

  @TempDir private Path directory;

  private static TableLine line(KernelCell cell, List<Round> rounds) {
    return new TableLine(cell, rounds, cell.judge(rounds), Optional.empty());
  }

  private static List<Round> nine(double peer, double ours) {
    return Collections.nCopies(9, new Round(peer, ours));
  }

  private static TableReport report(TableLine... lines) {
    return new TableReport(
        "kernels",
        Map.of("command", "bench kernels"),
        Map.of("k.c", "ab12"),
        List.of(lines),
        List.of(),
        Map.of());
  }

  @Test
  void everyCellHasALine() {
    TableLine absent =
        new TableLine(CELL, List.of(), CELL.judge(List.of()), Optional.of("install it"));
    TableReport report =
        report(line(CELL, nine(0.010, 0.001)), absent, line(MEDIAN, nine(0, 1.25)));
    assertThat(report.markdown().lines().filter(row -> row.startsWith("|")).toList())
        .containsExactly(
            "| row | cell                                    | ours    | peer          | ratio  |"
                + " 90 % of it       | must   | aim    | verdict            | rounds |",
            "| --- | --------------------------------------- | ------- | ------------- | ------ |"
                + " ---------------- | ------ | ------ | ------------------ | ------ |",
            "| 2   | gelu-64, heap, vector tier              | 1.00 ms | ND4J 10.00 ms | 10.00  |"
                + " 10.00 to 10.00   | 9.00   | 13.00  | met                | 9      |",
            "| 2   | gelu-64, heap, vector tier              | -       | ND4J          | -      |"
                + " -                | 9.00   | 13.00  | missed: install it | 0      |",
            "| 14  | warm-up, vector tier, median of 10 JVMs | 1.25 s  | -             | 1.25 s |"
                + " 1.25 s to 1.25 s | 2.50 s | 0.50 s | met                | 9      |")
        .inOrder();
    assertThat(report.summary()).isEqualTo("bench kernels: 2 of 3 met, 0 unclear");
  }

  @Test
  void theWorstWarmUpCountsAlone() {
    List<Round> rounds = new ArrayList<>(nine(0, 1));
    rounds.add(new Round(0, 11));
    TableReport report = report(line(MEDIAN, rounds), line(WORST, rounds));
    assertThat(report.summary()).isEqualTo("bench kernels: 1 of 2 met, 0 unclear");
    assertThat(report.markdown()).contains("| 11.00 s ");
  }

  @Test
  void whatIsTooNoisyIsUnclear() {
    List<Round> rounds = new ArrayList<>(nine(1, 1));
    for (int i = 0; i < 4; i++) {
      rounds.set(i, new Round(2 + i, 1));
    }
    TableReport report = report(line(CELL, rounds));
    assertThat(report.summary()).isEqualTo("bench kernels: 0 of 1 met, 1 unclear");
    assertThat(report.markdown()).contains("unclear: the machine is too noisy");
  }

  @Test
  void thePlotIsAPicture() throws Exception {
    Path file = directory.resolve("plot");
    TablePlot.write(
        file, "Kernels", List.of(line(CELL, nine(0.010, 0.001)), line(MEDIAN, nine(0, 1.25))));
    assertThat(Files.size(directory.resolve("plot.png"))).isGreaterThan(1000L);
  }
}
