package dev.smalti.bench.gate;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IntervalTest {
  private static List<Double> oneTo(int n) {
    return IntStream.rangeClosed(1, n).mapToObj(Double::valueOf).toList();
  }

  /** The ranks of tables of the sign test, at 90 percent. */
  @ParameterizedTest
  @CsvSource({
    "5, 1", "6, 1", "7, 1", "8, 2", "9, 2", "10, 2", "11, 3", "12, 3", "15, 4", "20, 6", "27, 9",
    "36, 13", "50, 19"
  })
  void theEndsAreTheRanksOfTheSignTest(int n, int k) {
    List<Double> values = new ArrayList<>(oneTo(n));
    Collections.shuffle(values, new Random(n));
    assertThat(Interval.of(values))
        .isEqualTo(Optional.of(new Interval(k, (n + 1) / 2.0, n + 1 - k)));
  }

  @Test
  void fewerThanFiveHaveNone() {
    for (int n = 0; n < 5; n++) {
      assertThat(Interval.of(oneTo(n))).isEqualTo(Optional.empty());
    }
  }

  @Test
  void itCoversTheTrueMedianAsOftenAsItSays() {
    Random random = new Random(7);
    int covered = 0;
    int trials = 4000;
    for (int trial = 0; trial < trials; trial++) {
      List<Double> values =
          IntStream.range(0, 9).mapToObj(_ -> Math.exp(random.nextGaussian())).toList();
      Interval interval = Interval.of(values).orElseThrow();
      covered += interval.low() <= 1 && 1 <= interval.high() ? 1 : 0;
    }
    assertThat((double) covered / trials).isWithin(0.015).of(0.961);
  }

  @Test
  void theMedianOfAnEvenNumberIsTheMeanOfTwo() {
    assertThat(Interval.median(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(3.0);
    assertThat(Interval.median(List.of(4.0))).isEqualTo(4.0);
    assertThrows(IllegalArgumentException.class, () -> Interval.median(List.of()));
  }
}
