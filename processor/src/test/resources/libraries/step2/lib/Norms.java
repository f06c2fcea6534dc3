package lib;

import static base.Steps.*;
import static dev.smalti.lang.Smalti.*;

import base.Steps;
import dev.smalti.lang.*;

/** Helpers of every kind: their types, their names, and where they stand. */
public final class Norms {
  static final boolean SHIFTED = true;
  static final char LETTER = 'ä';
  private static final double EPSILON = 0x1.8p-20;
  private static final long MANY = 3L * Integer.MAX_VALUE;

  private Norms() {}

  public record Moments(Tile<F32> mean, Tile<F32> deviation, int columns) {}

  private static final class Inner {
    @Inline
    private static Tile<F32> squared(Tile<F32> t) {
      return t.mul(t);
    }
  }

  @Inline
  public static Moments moments(Tile<F32> t) {
    int columns = t.dim(1);
    Tile<F32> mean = t.rowSum().div(columns);
    Tile<F32> centred = SHIFTED ? t.sub(mean) : t;
    Tile<F32> deviation = Inner.squared(centred).rowSum().div(columns).add(EPSILON).sqrt();
    return new Moments(mean, deviation, columns);
  }

  @Inline
  public static Tile<F32> normalized(Tile<F32> t) {
    Moments m = moments(t);
    return t.sub(m.mean()).div(m.deviation());
  }

  // a line with a tab, two helpers in one line, and a comment behind
  	@Inline public static int one() { return 1; } @Inline	static int two() { return one() + one(); } // two

  @Inline
  public static double mixed(double a, long b, boolean c) {
    double größe = a * LETTER + b % MANY;
    if (c) {
      größe = größe + two();
    } else {
      größe = -größe;
    }
    return größe;
  }

  @Inline
  public static void accumulate(Tensor<F32> from, Tensor<F32> to) {
    Tile<F32> t = from.load();
    to.store(to.load().add(scaled(t, 3)));
  }

  @Inline
  public static Tile<F32> clamped(Tile<F32> t, double limit) {
    Mask above = t.gt(limit);
    return above.select(Tile.fill(F32, shape(t.dim(0), t.dim(1)), limit), t);
  }

  @Inline
  public static Tensor<F32> firstRow(Tensor<F32> memory) {
    return memory.slice(at(0, 0), shape(1, second(memory)));
  }

  @Inline
  public static Tile<I32> counted(Tile<I32> t, int times) {
    times = times + 1;
    return Steps.scaled(t, times);
  }

  @Inline
  public static void meet(Window<F32> data, Signal arrived, Index own, int relation) {
    for (int peer : range(data.ranks())) {
      if (peer != data.rank()) {
        arrived.notify(peer, own, ADD, 1);
      }
    }
    for (int source : range(data.ranks())) {
      if (source != data.rank()) {
        arrived.await(at(source, 0), GE, relation);
      }
    }
  }
}
