package dev.smalti.bench.gate;

import static com.google.common.truth.Truth.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class GateTest {
  private static final OptionalDouble ONE = OptionalDouble.of(1);

  /** Rounds whose peer always takes a second. */
  private static List<Round> ratios(double... ratios) {
    return Arrays.stream(ratios).mapToObj(ratio -> new Round(1, 1 / ratio)).toList();
  }

  private static List<Round> both(List<Round> some, List<Round> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  private static Verdict verdict(List<Round> rounds) {
    return Gate.judge(rounds, ONE).verdict();
  }

  @Test
  void theRatioIsThePeersTimeDividedByOurs() {
    assertThat(new Round(3, 2).ratio()).isEqualTo(1.5);
  }

  @Test
  void metIfTheMedianReachesTheGoalAndTheLowerEndNearlyDoes() {
    // The lower end of nine is the second.
    assertThat(verdict(ratios(0.5, 0.95, 1, 1, 1, 1.1, 1.1, 1.1, 1.1))).isEqualTo(Verdict.MET);
    assertThat(verdict(ratios(0.5, 0.94, 1, 1, 1, 1.1, 1.1, 1.1, 1.1))).isEqualTo(Verdict.UNCLEAR);
    assertThat(verdict(ratios(0.5, 0.95, 0.99, 0.99, 0.99, 1.1, 1.1, 1.1, 1.1)))
        .isEqualTo(Verdict.UNCLEAR);
  }

  @Test
  void missedIfTheUpperEndIsBelowTheGoal() {
    assertThat(verdict(ratios(0.5, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.99, 2)))
        .isEqualTo(Verdict.MISSED);
    assertThat(verdict(ratios(0.5, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 1, 2))).isEqualTo(Verdict.UNCLEAR);
  }

  @Test
  void theGoalScales() {
    List<Round> rounds = ratios(2, 2, 2, 2, 2, 2, 2, 2, 2);
    assertThat(Gate.judge(rounds, OptionalDouble.of(2)).verdict()).isEqualTo(Verdict.MET);
    assertThat(Gate.judge(rounds, OptionalDouble.of(2.01)).verdict()).isEqualTo(Verdict.MISSED);
    assertThat(Gate.judge(rounds, OptionalDouble.empty()).verdict()).isEqualTo(Verdict.NONE);
  }

  @Test
  void fewerThanNineRoundsGiveNoVerdict() {
    Judgement judgement = Gate.judge(ratios(2, 2, 2, 2, 2, 2, 2, 2), ONE);
    assertThat(judgement.verdict()).isEqualTo(Verdict.NONE);
    assertThat(judgement.interval().orElseThrow().median()).isEqualTo(2.0);
    assertThat(Gate.judge(List.of(), ONE).verdict()).isEqualTo(Verdict.NONE);
  }

  @Test
  void aRoundInWhichThePeerIsFarFromItsMedianIsDropped() {
    List<Round> rounds =
        both(
            ratios(1, 1, 1, 1, 1, 1, 1),
            List.of(new Round(1.26, 0.1), new Round(0.74, 0.1), new Round(1.25, 1.25)));
    Judgement judgement = Gate.judge(rounds, ONE);
    assertThat(judgement.dropped()).isEqualTo(2);
    assertThat(judgement.kept()).isEqualTo(8);
    assertThat(judgement.interval().orElseThrow()).isEqualTo(new Interval(1, 1, 1));
    assertThat(judgement.verdict()).isEqualTo(Verdict.MET);
  }

  @Test
  void oursMayDifferAsItLikes() {
    Judgement judgement = Gate.judge(ratios(0.1, 0.2, 5, 5, 5, 5, 5, 5, 9), ONE);
    assertThat(judgement.dropped()).isEqualTo(0);
  }

  @Test
  void aThirdMayBeDroppedAndNoMore() {
    List<Round> off = Collections.nCopies(3, new Round(2, 1));
    assertThat(verdict(both(ratios(1, 1, 1, 1, 1, 1), off))).isEqualTo(Verdict.MET);
    assertThat(verdict(both(ratios(1, 1, 1, 1, 1), both(off, List.of(new Round(3, 1))))))
        .isEqualTo(Verdict.TOO_NOISY);
  }

  @Test
  void tooNoisyOnlyWhereAVerdictIsAskedFor() {
    List<Round> rounds = both(ratios(1, 1, 1, 1, 1), Collections.nCopies(4, new Round(2, 1)));
    assertThat(Gate.judge(rounds, OptionalDouble.empty()).verdict()).isEqualTo(Verdict.NONE);
  }

  @Test
  void moreRoundsMakeTheIntervalNarrower() {
    List<Round> run = ratios(0.9, 0.93, 1.01, 1.02, 1.02, 1.03, 1.03, 1.04, 1.05);
    assertThat(verdict(run)).isEqualTo(Verdict.UNCLEAR);
    assertThat(verdict(both(run, run))).isEqualTo(Verdict.MET);
  }

  @Test
  void secondsHaveNoPeer() {
    List<Double> seconds = List.of(9.0, 1.0, 1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 3.0);
    assertThat(Gate.judgeSeconds(seconds, OptionalDouble.of(3)).verdict()).isEqualTo(Verdict.MET);
    assertThat(Gate.judgeSeconds(seconds, OptionalDouble.of(2.9)).verdict())
        .isEqualTo(Verdict.MISSED);
    assertThat(Gate.judgeSeconds(seconds, OptionalDouble.empty()).verdict())
        .isEqualTo(Verdict.NONE);
    assertThat(Gate.judgeSeconds(seconds.subList(0, 8), OptionalDouble.of(1)).verdict())
        .isEqualTo(Verdict.NONE);
  }
}
