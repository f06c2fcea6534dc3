package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Scalar code: elements, loops of every kind, long and floating arithmetic, conditions. */
final class Scalars {
  static final long MULTIPLIER = 6364136223846793005L;

  private Scalars() {}

  /** Steps of the Collatz problem; 0 for what is no positive number, -1 for too many. */
  @InCore
  static void collatz(
      @Shape("1, n") Tensor<I32> start, @Shape("1, n") @Out Tensor<I32> steps, int most) {
    for (int i : range(start.dim(1))) {
      long value = start.readInt(at(0, i));
      if (value <= 0) {
        steps.write(at(0, i), 0);
        continue;
      }
      int count = 0;
      while (value != 1) {
        if (count == most) {
          count = -1;
          break;
        }
        value = value % 2 == 0 ? value / 2 : 3 * value + 1;
        count++;
      }
      steps.write(at(0, i), count);
    }
  }

  /** A 64-bit generator; its upper bits pick what is added to a row. */
  @InCore
  static void generator(
      @Shape("1, n") Tensor<F32> x,
      @Shape("1, n") @Out Tensor<F32> y,
      @Shape("1, 4") @Out Tensor<I64> state,
      long seed,
      int rounds) {
    long s = seed;
    Tile<F32> sum = x.load();
    for (int i = rounds; i > 0; i -= 2) {
      s = s * MULTIPLIER + 1442695040888963407L;
      int high = (int) (s >>> 33);
      boolean odd = (high & 1) == 1;
      sum = odd ? sum.add(high % 1000) : sum.sub(Math.floorMod(high, 7) * 0.5);
      if (high % 5 == 0 && !odd || s == seed) {
        sum = sum.mul(2);
      }
    }
    y.store(sum);
    state.write(at(0, 0), s);
    state.write(at(0, 1), s >> 7 ^ ~s << 3);
    state.write(at(0, 2), s / 1000 % 17);
    state.write(at(0, 3), Math.max(s, -s));
  }

  /** A polynomial and a square root, element by element, in double and in float. */
  @InCore
  static void elements(
      @Shape("1, n") Tensor<F64> x,
      @Shape("2, n") @Out Tensor<F64> y,
      @Shape("1, n") @Out Tensor<F32> z) {
    for (int i = 0; i < x.dim(1); i++) {
      double v = x.read(at(0, i));
      double p = Math.fma(v, 0.25, -1.5) * v + 3;
      float f = (float) p / 3f;
      y.write(at(0, i), v < 0 ? -p : Math.sqrt(v));
      y.write(at(1, i), (int) v + (long) (p * 1e10) % 1000 * 1e-3);
      z.write(at(0, i), f);
    }
  }

  /** Nested loops with a way out of both, and a scalar that picks a row. */
  @InCore
  static void firstAtLeast(
      @Shape("?, ?") Tensor<I32> x, @Shape("1, 3") @Out Tensor<I32> place, int wanted) {
    int row = -1;
    int column = -1;
    int looked = 0;
    int next = 0;
    while (next < x.dim(0) && row < 0) {
      for (int c : range(x.dim(1))) {
        looked++;
        if (x.readInt(at(next, c)) >= wanted) {
          row = next;
          column = c;
          break;
        }
      }
      next++;
    }
    place.write(at(0, 0), row);
    place.write(at(0, 1), column);
    place.write(at(0, 2), looked);
  }
}
