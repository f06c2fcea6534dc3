package dev.smalti.bench.gate;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/**
 * The median of some values, and where the true one is: with a probability of at least 90 percent
 * between two of the values, whatever their distribution.
 *
 * @param low the k-th smallest value
 * @param median the value in the middle, or the mean of the two there
 * @param high the k-th largest value
 */
public record Interval(double low, double median, double high) {
  private static final double CONFIDENCE = 0.90;

  /**
   * By order statistics. A value is below the true median with probability 1/2, so the k-th
   * smallest is above it with the probability of fewer than k heads in n tosses; k is the largest
   * that errs at both ends together in at most 10 percent.
   *
   * @param values in any order
   * @return empty below 5 values, of which not even all span such an interval
   */
  public static Optional<Interval> of(Collection<Double> values) {
    double[] sorted = sorted(values);
    int k = rank(sorted.length);
    return k == 0
        ? Optional.empty()
        : Optional.of(new Interval(sorted[k - 1], median(sorted), sorted[sorted.length - k]));
  }

  /**
   * The value in the middle, or the mean of the two there.
   *
   * @param values in any order, at least one
   */
  public static double median(Collection<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing has no median");
    }
    return median(sorted(values));
  }

  private static double[] sorted(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The k of n values, 0 if there is none. */
  private static int rank(int n) {
    double exactly = Math.pow(0.5, n); // the probability of i heads, i = 0
    double fewer = 0;
    int k = 0;
    while (k < n && 2 * (fewer + exactly) <= 1 - CONFIDENCE) {
      fewer += exactly;
      exactly *= (double) (n - k) / (k + 1);
      k++;
    }
    return k;
  }
}
