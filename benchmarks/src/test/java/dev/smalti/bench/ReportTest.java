package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.bench.gate.Round;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class ReportTest {
  private static Result result(Cell.Kind kind, double goal, Round... rounds) {
    Cell cell = new Cell("c", kind, "ours", "peer", 1_000_000, OptionalDouble.of(goal));
    List<Round> nine =
        Collections.nCopies(9, rounds).stream().flatMap(each -> List.of(each).stream()).toList();
    return new Result(cell, nine, cell.judge(nine));
  }

  private static Report report(List<Result> results, List<Absent> absent) {
    return new Report(
        Map.of("command", "bench c"),
        Map.of("k.c", "ab12"),
        results,
        absent,
        List.of(),
        List.of("Remark."));
  }

  @Test
  void aTableIsAcceptedIfNothingIsMissed() {
    Result met = result(Cell.Kind.RATIO, 2, new Round(0.002, 0.001));
    assertThat(report(List.of(met), List.of()).markdown())
        .isEqualTo(
            """
            - command: bench c

            | cell | ours | against | its time | ratio or extra | 90 % of it | goal | verdict | rounds |
            |---|---|---|---|---|---|---|---|---|
            | c | 1.00 ms, 1.0 GB/s | peer | 2.00 ms, 0.5 GB/s | 2.00 | 2.00 to 2.00 | 2.00 | met | 9 |

            1 cells: 1 met, 0 missed, 0 unclear, 0 too noisy, 0 without a verdict. The table is accepted.

            Remark.

            SHA-256 of the peers:

            - `k.c` ab12
            """);
  }

  @Test
  void whatIsAbsentIsMissed() {
    Result met = result(Cell.Kind.RATIO, 2, new Round(0.002, 0.001));
    String markdown = report(List.of(met), List.of(new Absent("d", "C", "no gcc"))).markdown();
    assertThat(markdown).contains("| d | - | C | - | - | - | - | missed: no gcc | 0 |");
    assertThat(markdown).contains("1 met, 1 missed");
    assertThat(markdown).contains("The table is not accepted.");
  }

  @Test
  void aTableWithoutVerdictsIsNeither() {
    Cell cell = new Cell("c", Cell.Kind.RATIO, "ours", "peer", 0, OptionalDouble.empty());
    List<Round> rounds = Collections.nCopies(9, new Round(1, 1));
    String markdown =
        report(List.of(new Result(cell, rounds, cell.judge(rounds))), List.of()).markdown();
    assertThat(markdown).contains("1 without a verdict.\n");
    assertThat(markdown).doesNotContain("accepted");
  }

  @Test
  void oneOfTenMayBeUnclear() {
    Result met = result(Cell.Kind.RATIO, 1, new Round(2, 1));
    Result unclear = result(Cell.Kind.RATIO, 1, new Round(1, 0.5), new Round(1, 2));
    assertThat(report(some(met, 9, unclear, 1), List.of()).markdown()).contains("is accepted");
    assertThat(report(some(met, 8, unclear, 1), List.of()).markdown()).contains("is not accepted");
  }

  private static List<Result> some(Result first, int count, Result second, int others) {
    List<Result> results = new ArrayList<>(Collections.nCopies(count, first));
    results.addAll(Collections.nCopies(others, second));
    return results;
  }

  @Test
  void extraIsInSeconds() {
    Result extra = result(Cell.Kind.EXTRA, 0.6, new Round(1, 1.5));
    assertThat(report(List.of(extra), List.of()).markdown())
        .contains("| 0.500 s | 0.500 s to 0.500 s | 0.600 s | met | 9 |");
  }
}
