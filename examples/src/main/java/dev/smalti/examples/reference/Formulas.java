package dev.smalti.examples.reference;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** The formulas in doubles. Matrices lie row after row. */
final class Formulas {
  private Formulas() {}

  static double[] doubles(float[] x) {
    double[] wide = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      wide[i] = x[i];
    }
    return wide;
  }

  static double[] each(double[] x, DoubleUnaryOperator function) {
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = function.applyAsDouble(x[i]);
    }
    return y;
  }

  static double[] add(double[] x, double[] y) {
    double[] sum = x.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += y[i];
    }
    return sum;
  }

  static double[] multiply(double[] x, double[] y) {
    double[] product = x.clone();
    for (int i = 0; i < product.length; i++) {
      product[i] *= y[i];
    }
    return product;
  }

  /** {@code a b}; a has so many rows. */
  static double[] product(double[] a, double[] b, int rows) {
    int depth = a.length / rows;
    int columns = b.length / depth;
    double[] y = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < depth; k++) {
        for (int j = 0; j < columns; j++) {
          y[i * columns + j] += a[i * depth + k] * b[k * columns + j];
        }
      }
    }
    return y;
  }

  /** The row is added to each row. */
  static double[] addRow(double[] x, double[] row) {
    double[] sum = x.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += row[i % row.length];
    }
    return sum;
  }

  static double[] softmax(double[] x, int columns) {
    double[] y = new double[x.length];
    for (int from = 0; from < x.length; from += columns) {
      double most = Double.NEGATIVE_INFINITY;
      for (int i = from; i < from + columns; i++) {
        most = Math.max(most, x[i]);
      }
      double sum = 0;
      for (int i = from; i < from + columns; i++) {
        y[i] = Math.exp(x[i] - most);
        sum += y[i];
      }
      for (int i = from; i < from + columns; i++) {
        y[i] /= sum;
      }
    }
    return y;
  }

  static double[] rmsNorm(double[] x, double[] weight, double epsilon) {
    int columns = weight.length;
    double[] y = new double[x.length];
    for (int from = 0; from < x.length; from += columns) {
      double square = 0;
      for (int i = 0; i < columns; i++) {
        square += x[from + i] * x[from + i];
      }
      for (int i = 0; i < columns; i++) {
        y[from + i] = x[from + i] / Math.sqrt(square / columns + epsilon) * weight[i];
      }
    }
    return y;
  }

  static double[] layerNorm(double[] x, double[] weight, double[] bias, double epsilon) {
    int columns = weight.length;
    double[] y = new double[x.length];
    for (int from = 0; from < x.length; from += columns) {
      double mean = 0;
      for (int i = 0; i < columns; i++) {
        mean += x[from + i] / columns;
      }
      double variance = 0;
      for (int i = 0; i < columns; i++) {
        variance += (x[from + i] - mean) * (x[from + i] - mean) / columns;
      }
      for (int i = 0; i < columns; i++) {
        y[from + i] = (x[from + i] - mean) / Math.sqrt(variance + epsilon) * weight[i] + bias[i];
      }
    }
    return y;
  }

  /** The error function, by a series in which nothing cancels. */
  static double erf(double x) {
    if (Math.abs(x) > 6) {
      return Math.signum(x);
    }
    double term = x;
    double sum = 0;
    for (int n = 1; sum + term != sum; n++) {
      sum += term;
      term *= 2 * x * x / (2 * n + 1);
    }
    return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
  }

  static double gelu(double x) {
    return x / 2 * (1 + erf(x / Math.sqrt(2)));
  }

  static double silu(double x) {
    return x / (1 + Math.exp(-x));
  }

  /** A part of an array of equal parts. */
  static double[] part(double[] all, int parts, int which) {
    int size = all.length / parts;
    return Arrays.copyOfRange(all, which * size, (which + 1) * size);
  }

  /**
   * Attention of one head: what the queries find among the values, by the softmax of the products
   * with the keys.
   *
   * @param before how many keys the first query sees beside its own; each next one sees one more
   */
  static double[] attention(double[] q, double[] k, double[] v, int depth, int before) {
    double[] found = new double[q.length];
    for (int i = 0; i < q.length / depth; i++) {
      double[] scores = new double[Math.min(k.length / depth, before + i + 1)];
      for (int j = 0; j < scores.length; j++) {
        for (int c = 0; c < depth; c++) {
          scores[j] += q[i * depth + c] * k[j * depth + c] / Math.sqrt(depth);
        }
      }
      double[] shares = softmax(scores, scores.length);
      for (int j = 0; j < scores.length; j++) {
        for (int c = 0; c < depth; c++) {
          found[i * depth + c] += shares[j] * v[j * depth + c];
        }
      }
    }
    return found;
  }

  /** Attention of all heads; those of a group, one behind the other, share keys and values. */
  static double[] attention(double[] q, double[] k, double[] v, LayerSize size, boolean causal) {
    int n = q.length / size.heads() / size.depth();
    int m = k.length / size.groups() / size.depth();
    double[] found = new double[q.length];
    for (int head = 0; head < size.heads(); head++) {
      int group = head / (size.heads() / size.groups());
      double[] one =
          attention(
              part(q, size.heads(), head),
              part(k, size.groups(), group),
              part(v, size.groups(), group),
              size.depth(),
              causal ? m - n : m);
      System.arraycopy(one, 0, found, head * one.length, one.length);
    }
    return found;
  }

  /** By what the pairs of each position turn, [positions, half]. */
  static double[] angles(int positions, int half, int first, double base) {
    double[] angles = new double[positions * half];
    for (int i = 0; i < angles.length; i++) {
      angles[i] = (first + i / half) * Math.pow(base, -(i % half) / (double) half);
    }
    return angles;
  }

  /** Rows of twice {@code half} numbers turn: number i and number {@code half + i} are a pair. */
  static double[] turn(double[] x, double[] cos, double[] sin, int half) {
    double[] y = new double[x.length];
    for (int row = 0; row < x.length / 2 / half; row++) {
      for (int i = 0; i < half; i++) {
        int left = row * 2 * half + i;
        int right = left + half;
        int angle = (row * half + i) % cos.length;
        y[left] = x[left] * cos[angle] - x[right] * sin[angle];
        y[right] = x[right] * cos[angle] + x[left] * sin[angle];
      }
    }
    return y;
  }

  /** What each head makes of each token, [heads, tokens, depth]. */
  static double[] project(double[] x, double[] weights, int heads, int tokens) {
    double[] y = new double[weights.length / (x.length / tokens) * tokens];
    for (int head = 0; head < heads; head++) {
      double[] one = product(x, part(weights, heads, head), tokens);
      System.arraycopy(one, 0, y, head * one.length, one.length);
    }
    return y;
  }

  /** The sum of what each head gives to each token. */
  static double[] join(double[] found, double[] weights, int heads, int tokens) {
    double[] sum = product(part(found, heads, 0), part(weights, heads, 0), tokens);
    for (int head = 1; head < heads; head++) {
      sum = add(sum, product(part(found, heads, head), part(weights, heads, head), tokens));
    }
    return sum;
  }

  /** {@code (silu(x gate) * (x up)) down}. */
  static double[] swiglu(double[] x, double[] gate, double[] up, double[] down, int rows) {
    double[] open = each(product(x, gate, rows), Formulas::silu);
    return product(multiply(open, product(x, up, rows)), down, rows);
  }

  /** The places of the greatest numbers of a row, greatest first, the lower place of equal ones. */
  static int[] greatest(double[] row, int count) {
    return IntStream.range(0, row.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -row[i]))
        .limit(count)
        .mapToInt(i -> i)
        .toArray();
  }
}
