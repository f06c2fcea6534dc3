package dev.smalti.bench.kernel;

import java.util.Arrays;
import java.util.stream.IntStream;

/** What the norms of rows have in common: the input, weights, and the moments of a row. */
abstract class NormWorkload extends Workload {
  static final float EPSILON = (float) RowNorms.EPSILON;

  private static final float LIMIT = 4;

  final int rows;
  final int columns;

  NormWorkload(int rows, int columns, int vectors) {
    Input[] inputs = new Input[1 + vectors];
    Arrays.setAll(
        inputs,
        i -> i == 0 ? Input.random(LIMIT, 1, rows, columns) : Input.random(1, 1 + i, 1, columns));
    super(new long[] {rows, columns}, inputs);
    this.rows = rows;
    this.columns = columns;
  }

  final double x(int i) {
    return input(0).elements()[i];
  }

  final double vector(int which, int i) {
    return input(which).elements()[i % columns];
  }

  /** The mean of the row of an element. */
  final double mean(int i) {
    return row(i).mapToDouble(this::x).average().orElseThrow();
  }

  /** The mean of the squares in the row of an element, of what remains without the centre. */
  final double square(int i, double centre) {
    return row(i).mapToDouble(j -> (x(j) - centre) * (x(j) - centre)).average().orElseThrow();
  }

  private IntStream row(int i) {
    int from = i / columns * columns;
    return IntStream.range(from, from + columns);
  }

  @Override
  public double tolerance(Competitor who, double expected) {
    return 2e-5 * Math.max(0.1, Math.abs(expected)); // it is a difference
  }
}
