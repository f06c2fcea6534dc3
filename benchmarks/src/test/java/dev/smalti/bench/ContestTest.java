package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.bench.gate.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Unclear cells are run again, and only they get more rounds. */
final class ContestTest {
  private static final Cell CLEAR = cell("fast");
  private static final Cell OPEN = cell("similar");

  private static Cell cell(String ours) {
    return new Cell("c", Cell.Kind.RATIO, ours, "peer", 0, OptionalDouble.of(1));
  }

  private static List<Double> similar(int slow) {
    List<Double> seconds = new ArrayList<>(Collections.nCopies(9 - slow, 1.0));
    seconds.addAll(Collections.nCopies(slow, 1.1));
    return seconds;
  }

  /** As many runs as there are numbers: of nine rounds of the similar one, so many are slower. */
  private static Contest.Outcome hold(int... slow) throws Exception {
    List<List<Double>> runs = new ArrayList<>();
    for (int each : slow) {
      runs.add(similar(each));
    }
    var next = runs.iterator();
    Contest contest =
        new Contest(
            "c",
            List.of(CLEAR, OPEN),
            () ->
                new Measured(
                    "c",
                    List.of(),
                    Map.of(
                        "peer",
                        Collections.nCopies(9, 1.0),
                        "fast",
                        Collections.nCopies(9, 0.5),
                        "similar",
                        next.next())));
    return contest.hold();
  }

  private static Verdict verdict(Contest.Outcome outcome) {
    return OPEN.judge(outcome.rounds().getOrDefault(OPEN, List.of())).verdict();
  }

  @Test
  void whatIsClearIsRunOnce() throws Exception {
    Contest.Outcome outcome = hold(0);
    assertThat(outcome.runs()).hasSize(1);
    assertThat(verdict(outcome)).isEqualTo(Verdict.MET);
  }

  @Test
  void whatIsUnclearIsRunAgainUntilItIsClear() throws Exception {
    Contest.Outcome outcome = hold(4, 0, 9);
    assertThat(outcome.runs()).hasSize(2);
    assertThat(verdict(outcome)).isEqualTo(Verdict.MET);
    assertThat(outcome.rounds().get(OPEN)).hasSize(18);
    assertThat(outcome.rounds().get(CLEAR)).hasSize(9);
  }

  @Test
  void atMostThreeTimesAgain() throws Exception {
    Contest.Outcome outcome = hold(5, 5, 5, 5);
    assertThat(outcome.runs()).hasSize(4);
    assertThat(verdict(outcome)).isEqualTo(Verdict.UNCLEAR);
  }

  @Test
  void extraIsADifference() {
    Cell extra = new Cell("e", Cell.Kind.EXTRA, "with", "without", 0, OptionalDouble.of(0.5));
    Measured measured =
        new Measured(
            "e",
            List.of(),
            Map.of("with", Collections.nCopies(9, 3.0), "without", Collections.nCopies(9, 2.5)));
    assertThat(extra.judge(extra.rounds(measured)).verdict()).isEqualTo(Verdict.MET);
  }
}
