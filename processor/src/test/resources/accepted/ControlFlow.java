package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Every statement of the language. */
final class ControlFlow {
  static final int LIMIT = Integer.MAX_VALUE / 1024;

  @Inline
  static Tile<F32> half(Tile<F32> t) {
    Tile<F32> result = t.mul(0.5);
    return result;
  }

  @InCore
  static void all(
      @Shape("1, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y, int rounds, boolean up) {
    Tile<F32> sum = x.load();
    int left = rounds;
    while (left > 0) {
      left--;
      if (left % 3 == 0) {
        continue;
      } else if (left > LIMIT) {
        break;
      }
      Tile<F32> halved = half(sum);
      sum = up ? sum.add(left) : halved;
    }
    for (int i = rounds; i >= 0; i -= 2) {
      sum = sum.add(i & 1 | i << 2);
    }
    y.store(sum.gt(0).select(sum, sum.neg()));
  }

  @InCore
  static void counted(
      @Shape("8, n") Tensor<F32> x, @Shape("8, n") @Out Tensor<F32> y, int from, int step) {
    for (int i : parallel(8)) {
      double factor = 1;
      for (long j : unroll(6, 0, -2)) {
        factor = factor * 2 + j;
      }
      y.row(i).store(x.row(i).load().mul(factor));
    }
    for (int i : range(from, 8, step)) {
      for (var j : Smalti.unroll(1, 3)) {
        y.write(at(i, j), i);
      }
    }
    for (int i : pipeline(from, 8, 2, 3)) {
      y.write(at(i, 0), i);
    }
  }
}
