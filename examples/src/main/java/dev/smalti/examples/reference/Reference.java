package dev.smalti.examples.reference;

import static dev.smalti.examples.reference.Formulas.doubles;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What a computation in F32 has to come near: the result of the formula in doubles, and how far off
 * it may be.
 *
 * <p>The bounds follow from how a result comes about, for inputs of {@link Inputs}. One rounding is
 * off by at most {@code u}, 2^-24 of its result. Where nothing cancels, roundings add up, each as
 * if it went the same way: the bound is their number, a part of the result. Where terms cancel,
 * what is summed on the way is about as large as the largest results, and roundings go both ways:
 * of a sum of d terms the bound is 5 √d u of the largest result, 5 deviations of a walk of d steps.
 *
 * @param values what is right
 * @param relative how far off a number may be, as a part of what is right
 * @param absolute how far off at least is fine
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Reference(double[] values, double relative, double absolute) {
  /** The largest part by which a rounding to F32 changes a number. */
  private static final double U = 0x1p-24;

  /** In how many deviations no random walk ends. */
  private static final double DEVIATIONS = 5;

  /** What norms of layers add to the mean square. */
  private static final double EPSILON = 1e-5;

  private static Reference roundings(double[] values, double count) {
    return new Reference(values, count * U, Float.MIN_NORMAL);
  }

  /** Sums of d terms, of numbers up to 1. */
  private static Reference sums(double[] values, double d) {
    double largest = Math.max(1, Arrays.stream(values).map(Math::abs).max().orElse(0));
    return new Reference(values, 0, DEVIATIONS * Math.sqrt(d) * U * largest);
  }

  /** The steps from the first of n elements of a row to their sum: 32 strands, then their fold. */
  private static double strand(int n) {
    return n / 32.0 + 6;
  }

  /**
   * The softmax of each row. An exponent is a difference of at most 2, which is 2 u off, and exp
   * 2.2 u: that twice, for the element and for the sum, then the sum, its reciprocal, a product.
   */
  public static Reference softmax(float[] x, int columns) {
    double[] y = Formulas.softmax(doubles(x), columns);
    return roundings(y, 2 * (2 + 2.2) + strand(columns) + 2);
  }

  /**
   * Each row divided by its root mean square, times the weights. What is under the root counts
   * half: squares, their sum, a quotient, a sum; then the root, its reciprocal and two products.
   */
  public static Reference rmsNorm(float[] x, float[] weight, double epsilon) {
    double[] y = Formulas.rmsNorm(doubles(x), doubles(weight), epsilon);
    return roundings(y, (strand(weight.length) + 3) / 2 + 4);
  }

  /**
   * Each row centred, divided by its deviation, times the weights, plus the bias. The centre is off
   * by the sum of a row of numbers up to 1, and divided by a deviation that is not below 1/4; the
   * other steps are those of {@link #rmsNorm}, on numbers up to 4.
   */
  public static Reference layerNorm(float[] x, float[] weight, float[] bias, double epsilon) {
    double[] y = Formulas.layerNorm(doubles(x), doubles(weight), doubles(bias), epsilon);
    double strand = strand(weight.length);
    return new Reference(y, 0, 4 * (strand + 2 + (strand + 3) / 2 + 4) * U);
  }

  /** A product of matrices, where the second one are weights. */
  public static Reference product(float[] a, float[] b, int rows) {
    double k = (double) a.length / rows;
    return sums(Formulas.product(doubles(a), doubles(b), rows), k);
  }

  /** {@code gelu(x w + b)}; the bias is one more step, gelu is 3. */
  public static Reference linearGelu(float[] x, float[] weights, float[] bias) {
    double k = (double) weights.length / bias.length;
    double[] y = Formulas.each(linear(x, weights, bias), Formulas::gelu);
    return sums(y, k + 4);
  }

  /** {@code relu(x w + b)}. */
  public static Reference linearRelu(float[] x, float[] weights, float[] bias) {
    double k = (double) weights.length / bias.length;
    double[] y = Formulas.each(linear(x, weights, bias), v -> Math.max(v, 0));
    return sums(y, k + 1);
  }

  private static double[] linear(float[] x, float[] weights, float[] bias) {
    int rows = x.length / (weights.length / bias.length);
    return Formulas.addRow(Formulas.product(doubles(x), doubles(weights), rows), doubles(bias));
  }

  /** {@code gelu(x up) down}. */
  public static Reference feedForwardGelu(float[] x, float[] up, float[] down, int rows) {
    double[] inner = Formulas.product(doubles(x), doubles(up), rows);
    double[] y = Formulas.product(Formulas.each(inner, Formulas::gelu), doubles(down), rows);
    return layer(y, (double) x.length / rows, (double) inner.length / rows);
  }

  /** {@code (silu(x gate) * (x up)) down}. */
  public static Reference feedForwardSwiglu(
      float[] x, float[] gate, float[] up, float[] down, int rows) {
    double[] y = Formulas.swiglu(doubles(x), doubles(gate), doubles(up), doubles(down), rows);
    return layer(y, (double) x.length / rows, (double) down.length / x.length * rows);
  }

  /**
   * Several products one behind the other, with what is between them: 8 steps. Numbers are about as
   * large in each layer.
   */
  private static Reference layer(double[] values, double... depths) {
    return sums(values, Arrays.stream(depths).map(depth -> depth + 8).sum());
  }

  /**
   * Attention of heads that share keys and values in groups.
   *
   * @param q [heads, queries, depth]
   * @param k [groups, keys, depth]
   * @param v [groups, keys, depth]
   * @param causal whether a query sees no key behind its own
   */
  public static Reference attention(
      float[] q, float[] k, float[] v, int heads, int groups, int depth, boolean causal) {
    LayerSize size = new LayerSize(heads * depth, heads, groups, depth, 1);
    double[] y = Formulas.attention(doubles(q), doubles(k), doubles(v), size, causal);
    return attended(y, depth, (double) k.length / groups / depth);
  }

  /**
   * A score is a sum of as many terms as the depth, about 1 at most; how far it is off is the part
   * by which a weight is, in the numerator and in the denominator. What is found are means of
   * values up to 1, scaled down and added up over all keys.
   */
  private static Reference attended(double[] values, double depth, double keys) {
    double deviations = 2 * Math.sqrt(depth + 2) + Math.sqrt(2 * keys + 40);
    return new Reference(values, 0, DEVIATIONS * deviations * U);
  }

  /**
   * Attention of one query a head and request, to keys in pages.
   *
   * @param q [requests, heads, depth]
   * @param k the pool, [pages, groups, size, depth]
   * @param v the same
   * @param table the pages of each request, one row a request
   * @param lengths the context of each request
   * @param of a layer with such heads
   * @param size of a page
   */
  public static Reference pagedAttention(
      float[] q, float[] k, float[] v, int[] table, int[] lengths, LayerSize of, int size) {
    double[] y = new double[q.length];
    int most = table.length / lengths.length;
    int longest = 0;
    for (int b = 0; b < lengths.length; b++) {
      int[] pages = Arrays.copyOfRange(table, b * most, (b + 1) * most);
      double[] one =
          Formulas.attention(
              Formulas.part(doubles(q), lengths.length, b),
              context(k, pages, lengths[b], of, size),
              context(v, pages, lengths[b], of, size),
              of,
              false);
      System.arraycopy(one, 0, y, b * one.length, one.length);
      longest = Math.max(longest, lengths[b]);
    }
    return attended(y, of.depth(), longest);
  }

  /** What a request has in the pool, as if it lay together: [groups, length, depth]. */
  private static double[] context(float[] pool, int[] pages, int length, LayerSize of, int size) {
    double[] all = new double[of.groups() * length * of.depth()];
    for (int i = 0; i < all.length; i++) {
      int group = i / of.depth() / length;
      int position = i / of.depth() % length;
      int row = (pages[position / size] * of.groups() + group) * size + position % size;
      all[i] = pool[row * of.depth() + i % of.depth()];
    }
    return all;
  }

  /** The cosines of the angles of positions; one rounding to F32, and a little for the angle. */
  public static Reference cosines(int positions, int half, int first, double base) {
    double[] angles = Formulas.angles(positions, half, first, base);
    return new Reference(Formulas.each(angles, Math::cos), 0, 1.01 * U);
  }

  /** The sines of these angles. */
  public static Reference sines(int positions, int half, int first, double base) {
    double[] angles = Formulas.angles(positions, half, first, base);
    return new Reference(Formulas.each(angles, Math::sin), 0, 1.01 * U);
  }

  /** Pairs that turn: two products of numbers up to 1, and their sum up to 2. */
  public static Reference turn(float[] x, float[] cos, float[] sin, int half) {
    double[] y = Formulas.turn(doubles(x), doubles(cos), doubles(sin), half);
    return new Reference(y, 0, 4 * U);
  }

  /** A decoder layer, for all tokens of a prompt. */
  public static Reference llamaLayer(
      LayerSize size, LayerWeights w, float[] x, float[] cos, float[] sin) {
    int n = x.length / size.hidden();
    double[] normed = normed(w, x);
    double[] q = Formulas.project(normed, doubles(w.toQueries()), size.heads(), n);
    double[] k = Formulas.project(normed, doubles(w.toKeys()), size.groups(), n);
    double[] v = Formulas.project(normed, doubles(w.toValues()), size.groups(), n);
    int half = size.depth() / 2;
    double[] found =
        Formulas.attention(
            Formulas.turn(q, doubles(cos), doubles(sin), half),
            Formulas.turn(k, doubles(cos), doubles(sin), half),
            v,
            size,
            true);
    return decoder(size, w, doubles(x), found, n);
  }

  /**
   * The same for the token at a position, where queries and keys are normed before they turn.
   *
   * @param keys those of the tokens before, [groups, most, depth]
   * @param values the same
   */
  public static Reference qwenStep(
      LayerSize size,
      LayerWeights w,
      float[] x,
      float[] cos,
      float[] sin,
      float[] keys,
      float[] values,
      int position) {
    double[] queries = Formulas.project(normed(w, x), doubles(w.toQueries()), size.heads(), 1);
    double[] found =
        Formulas.attention(
            normedAndTurned(queries, w.queryNorm(), cos, sin, position),
            before(qwenKeys(size, w, x, cos, sin, keys, position).values, size, position + 1),
            before(qwenValues(size, w, x, values, position).values, size, position + 1),
            size,
            false);
    return decoder(size, w, doubles(x), found, 1);
  }

  /** The cache of keys after this step. */
  public static Reference qwenKeys(
      LayerSize size,
      LayerWeights w,
      float[] x,
      float[] cos,
      float[] sin,
      float[] keys,
      int position) {
    double[] row = Formulas.project(normed(w, x), doubles(w.toKeys()), size.groups(), 1);
    double[] turned = normedAndTurned(row, w.keyNorm(), cos, sin, position);
    return layer(written(doubles(keys), turned, size, position), size.hidden());
  }

  /** The cache of values after this step. */
  public static Reference qwenValues(
      LayerSize size, LayerWeights w, float[] x, float[] values, int position) {
    double[] row = Formulas.project(normed(w, x), doubles(w.toValues()), size.groups(), 1);
    return layer(written(doubles(values), row, size, position), size.hidden());
  }

  private static double[] normed(LayerWeights w, float[] x) {
    return Formulas.rmsNorm(doubles(x), doubles(w.norm()), EPSILON);
  }

  private static double[] normedAndTurned(
      double[] x, float[] norm, float[] cos, float[] sin, int position) {
    int half = norm.length / 2;
    int positions = cos.length / half;
    return Formulas.turn(
        Formulas.rmsNorm(x, doubles(norm), EPSILON),
        Formulas.part(doubles(cos), positions, position),
        Formulas.part(doubles(sin), positions, position),
        half);
  }

  /** A cache with another row at a position, in each group. */
  private static double[] written(double[] cache, double[] row, LayerSize size, int position) {
    double[] all = cache.clone();
    int most = cache.length / size.groups();
    for (int i = 0; i < row.length; i++) {
      all[i / size.depth() * most + position * size.depth() + i % size.depth()] = row[i];
    }
    return all;
  }

  /** The first rows of a cache, of each group. */
  private static double[] before(double[] cache, LayerSize size, int rows) {
    int length = rows * size.depth();
    double[] all = new double[size.groups() * length];
    for (int group = 0; group < size.groups(); group++) {
      System.arraycopy(cache, group * cache.length / size.groups(), all, group * length, length);
    }
    return all;
  }

  /** What follows the attention. The terms of scores are those of a product as well. */
  private static Reference decoder(
      LayerSize size, LayerWeights w, double[] x, double[] found, int n) {
    double[] attended =
        Formulas.add(x, Formulas.join(found, doubles(w.fromHeads()), size.heads(), n));
    double[] normed = Formulas.rmsNorm(attended, doubles(w.innerNorm()), EPSILON);
    double[] y =
        Formulas.add(
            attended,
            Formulas.swiglu(normed, doubles(w.gate()), doubles(w.up()), doubles(w.down()), n));
    return layer(y, size.hidden(), size.depth(), size.hidden(), size.hidden(), size.inner());
  }

  /** The places of the greatest numbers of each row, greatest first. */
  public static int[] greatest(float[] x, int columns, int count) {
    int rows = x.length / columns;
    return IntStream.range(0, rows)
        .flatMap(
            row -> Arrays.stream(Formulas.greatest(Formulas.part(doubles(x), rows, row), count)))
        .toArray();
  }

  /** The softmax of these numbers alone; bounded as that of rows. */
  public static Reference sharesOfGreatest(float[] x, int columns, int count) {
    int[] places = greatest(x, columns, count);
    float[] best = new float[places.length];
    for (int i = 0; i < places.length; i++) {
      best[i] = x[i / count * columns + places[i]];
    }
    return softmax(best, count);
  }

  /**
   * {@code relu(x w + b)}, where w is a number of 8 bits times the scale of its column, and x has
   * not been rounded. To 8 bits it is, in steps of 1/127 of the greatest number of a row, at most
   * 1: a deviation of 1/√12 of a step for each weight of a column.
   */
  public static Reference quantisedLayer(float[] x, byte[] weights, float[] scales, float[] bias) {
    int n = scales.length;
    double[] wide = new double[weights.length];
    double[] squares = new double[n];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = (double) weights[i] * scales[i % n];
      squares[i % n] += wide[i] * wide[i];
    }
    double[] product = Formulas.product(doubles(x), wide, x.length * n / weights.length);
    double[] y = Formulas.each(Formulas.addRow(product, doubles(bias)), v -> Math.max(v, 0));
    double widest = Math.sqrt(Arrays.stream(squares).max().orElse(0));
    return new Reference(y, 0, DEVIATIONS * widest / 127 / Math.sqrt(12) + 1e-6);
  }

  /**
   * The same of numbers that have 8 bits already: a product of integers is exact. It is converted,
   * multiplied twice, and the bias is added.
   */
  public static Reference quantisedLinear(
      byte[] x, float[] scale, byte[] weights, float[] scales, float[] bias) {
    int m = scale.length;
    int n = scales.length;
    double[] y = new double[m * n];
    for (int i = 0; i < y.length; i++) {
      long sum = 0;
      int k = x.length / m;
      for (int j = 0; j < k; j++) {
        sum += (long) x[i / n * k + j] * weights[j * n + i % n];
      }
      y[i] = Math.max(0, (double) sum * scale[i / n] * scales[i % n] + bias[i % n]);
    }
    return sums(y, 4);
  }

  /**
   * Compares what was computed, and prints how near it is.
   *
   * @param what was computed
   * @param actual the numbers
   * @throws AssertionError if one is too far off, or not a number
   */
  @SuppressWarnings("SystemOut") // what an example has to say
  public void compare(String what, float[] actual) {
    if (actual.length != values.length) {
      throw new AssertionError(
          "%s: %d numbers, expected are %d".formatted(what, actual.length, values.length));
    }
    for (int i = 0; i < values.length; i++) {
      double allowed = Math.max(absolute, relative * Math.abs(values[i]));
      if (!(Math.abs(actual[i] - values[i]) <= allowed)) {
        throw new AssertionError(
            String.format(
                Locale.ROOT,
                "%s: element %d is %s, expected is %s, at most %.1e off",
                what,
                i,
                actual[i],
                values[i],
                allowed));
      }
    }
    System.out.println(
        "%s: %d numbers, each within %s".formatted(what, values.length, tolerance()));
  }

  /** How far off a number may be. */
  private String tolerance() {
    return relative == 0
        ? String.format(Locale.ROOT, "%.1e", absolute)
        : String.format(Locale.ROOT, "%.1e of its size", relative);
  }
}
