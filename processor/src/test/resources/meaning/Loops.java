import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Loops of every form; arguments make them run no, one or many rounds. */
public final class Loops {
  private Loops() {}

  static final int LAST = 7;

  @Inline
  static double weighted(Tensor<F32> x, int last) {
    double sum = 0;
    for (int i : unroll(last, -1, -3)) {
      sum += x.read(at(0, i)) * i;
    }
    return sum;
  }

  @InCore
  static void unrolled(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tile<F32> t = x.load();
    int product = 1;
    for (int a : unroll(4)) {
      if (a == 2) {
        t = t.add(product);
      } else {
        t = t.mul(d);
      }
      for (int b : unroll(a, 6, 2)) {
        product = product * i + b;
        for (int c : range(b, i)) {
          if (c > 5) {
            break;
          }
          product -= c * a;
        }
      }
      int own = product;
      k.write(at(0, a), own);
    }
    for (double a : unroll(4, 4)) {
      t = t.sub(a);
    }
    y.store(t);
    y.write(at(0, 0), weighted(x, LAST));
    y.write(at(0, 1), weighted(x, 2));
  }

  @InCore
  static void parallelRounds(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    for (int a : parallel(Math.min(i, 8))) {
      double own = d;
      for (int b : range(a)) {
        own = own * 2 + b;
      }
      y.write(at(0, a), x.read(at(0, a)) * own);
    }
    for (int a : parallel(7, Math.max(-1, 7 - i), -1)) {
      k.write(at(0, a), k.readInt(at(0, a)) * a);
    }
  }

  @InCore
  static void stagesAndSteps(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    int sum = 0;
    for (int a : pipeline(i, 8, 3, 2)) {
      if (a == 4) {
        continue;
      }
      sum = sum * 10 + a;
    }
    k.write(at(0, 0), sum);
    for (int a : range(0, 8, i - 3)) {
      sum += a;
      if (a > 6) {
        break;
      }
      y.write(at(0, a), sum);
    }
    k.write(at(0, 1), sum);
  }

  /** Counters near the ends of int, up and down, in steps that pass them. */
  @InCore
  static void ends(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    int top = Integer.MAX_VALUE - Math.abs(i);
    int bottom = Integer.MIN_VALUE + Math.abs(i);
    int step = 5 + i % 2;
    int rounds = 0;
    for (int a : range(Integer.MAX_VALUE - 310, top, 7)) {
      rounds += a % 3;
    }
    for (int a : range(Integer.MAX_VALUE - 310, Integer.MAX_VALUE, 7)) {
      rounds += a % 3;
    }
    for (int a : range(Integer.MAX_VALUE - 310, top, step)) {
      rounds += a % 5;
    }
    for (int a : range(Integer.MIN_VALUE + 310, bottom, -7)) {
      rounds += a % 3;
    }
    for (int a : range(Integer.MIN_VALUE + 310, bottom, -step)) {
      rounds += a % 5;
    }
    k.write(at(0, 0), rounds);
    y.write(at(0, 0), d);
  }
}
