import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Local arrays: zeroed where they are declared, and read and written in Java's order. */
public final class Arrays {
  private Arrays() {}

  static final int LENGTH = 6;

  @Inline
  static double touched(Tensor<F32> y, int column) {
    y.write(at(0, column), y.read(at(0, column)) + 1);
    return y.read(at(0, column));
  }

  /** The sums of the prefixes of what is written into an array of the helper's own. */
  @Inline
  static double prefixes(Tensor<F32> x, int count) {
    double[] sums = new double[8];
    for (int a : range(1, count)) {
      sums[a] = sums[a - 1] * 0.5 + x.read(at(0, a));
    }
    return sums[count - 1];
  }

  @InCore
  static void histogram(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    int[] counts = new int[LENGTH / 2];
    for (int a : range(8)) {
      counts[Math.floorMod(k.readInt(at(0, a)) + i, counts.length)]++;
    }
    for (int a : range(3)) {
      k.write(at(0, a), counts[a]);
    }
    Tile<F32> t = x.load().mul(counts[0]).add(counts[2]);
    counts[0] = 1000;
    y.store(t.add(counts[0]));
  }

  @InCore
  static void kinds(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    long[] longs = {i, 1L << 40, -3};
    float[] floats = new float[4];
    double[] doubles = new double[] {d, d * 2};
    boolean[] seen = new boolean[8];
    var more = new int[2];
    floats[1] = i;
    floats[2] = (float) d;
    floats[2] *= 1.1;
    doubles[1] += floats[2];
    longs[2] <<= 3;
    longs[0] += d;
    seen[3] = i > 2;
    seen[4] = !seen[3] || seen[0];
    more[1] = 5 - more[0];
    k.write(at(0, 6), more[1]);
    for (int a : range(3)) {
      k.write(at(0, a), (int) (longs[a] % 1000));
      y.write(at(0, a), floats[a]);
    }
    y.write(at(0, 3), doubles[0] - doubles[1]);
    k.write(at(0, 4), seen[3] ? 1 : 0);
    k.write(at(0, 5), seen[4] && !seen[5] ? 1 : 0);
  }

  @InCore
  static void order(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    double[] a = new double[8];
    int at = 2;
    a[at] = touched(y, 0);
    a[(int) touched(y, 0)] = touched(y, 0) + a[at];
    a[3] += touched(y, 1) * a[3];
    int[] b = new int[8];
    b[Math.min(7, Math.max(i, 0))] = 4;
    b[b[3]] = b[b[4]] + 7;
    b[b[0] & 7]--;
    int[] same = b;
    same[1] += 10;
    for (int n : range(8)) {
      k.write(at(0, n), b[n]);
      y.write(at(0, n), a[n] + y.read(at(0, n)));
    }
    y.write(at(0, 7), prefixes(x, 5) + prefixes(x, 2));
  }

  @InCore
  static void inLoops(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    y.write(at(0, 0), i);
    int[] total = new int[2];
    for (int a : range(4)) {
      int[] own = new int[3];
      for (int b : range(3)) {
        own[b] += a * b + i;
        if (own[b] % 2 == 0) {
          total[b & 1] += own[b];
        }
      }
      while (own[0] > 0) {
        own[0] -= 2;
        total[1]++;
      }
      for (int c : unroll(3)) {
        own[c] = own[2 - c] + c;
      }
      k.write(at(0, a), own[0] + 10 * own[1] + 100 * own[2]);
    }
    k.write(at(0, 6), total[0]);
    k.write(at(0, 7), total[1]);
  }

  @InCore
  static void outside(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    int[] a = new int[4];
    boolean[] large = new boolean[40];
    a[i] = 3;
    y.write(at(0, 0), touched(y, 3));
    large[a[3] * i] = true;
    k.write(at(0, 0), a[3]);
  }

  @InCore
  static void scaled(
      @Shape("1, 8") Tensor<F32> x, @Shape("1, 8") @InOut Tensor<F32> y, int power) {
    int[] powers = new int[9];
    powers[0] = 1;
    for (int a : range(1, 9)) {
      powers[a] = powers[a - 1] * 2;
    }
    y.store(y.load().add(x.load().mul(powers[power])));
  }

  @Jit
  static void tasks(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    int[] order = {2, 0, 1};
    boolean[] done = new boolean[4];
    order[1] += i;
    for (int a : range(3)) {
      int now = order[a] % 9;
      if (!done[a & 3] && k.readInt(at(0, a)) > 0) {
        scaled(x, y, now);
      }
      done[a + 1] = order[a] > 1;
    }
  }
}
