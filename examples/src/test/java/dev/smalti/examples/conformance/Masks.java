package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Comparisons, masks and select, on numbers, signed zeros and NaN. */
final class Masks {
  private Masks() {}

  /** One row of 0 and 1 for each relation, between two tiles and then between a tile and 0.5. */
  @InCore
  static void relations(
      @Shape("1, n") Tensor<F32> a,
      @Shape("1, n") Tensor<F32> b,
      @Shape("12, n") @Out Tensor<I32> y) {
    Tile<F32> l = a.load();
    Tile<F32> r = b.load();
    y.store(l.lt(r).cast(I32), at(0, 0));
    y.store(l.le(r).cast(I32), at(1, 0));
    y.store(l.gt(r).cast(I32), at(2, 0));
    y.store(l.ge(r).cast(I32), at(3, 0));
    y.store(l.eq(r).cast(I32), at(4, 0));
    y.store(l.ne(r).cast(I32), at(5, 0));
    y.store(l.lt(0.5).cast(I32), at(6, 0));
    y.store(l.le(0.5).cast(I32), at(7, 0));
    y.store(l.gt(0.5).cast(I32), at(8, 0));
    y.store(l.ge(0.5).cast(I32), at(9, 0));
    y.store(l.eq(0.5).cast(I32), at(10, 0));
    y.store(l.ne(0.5).cast(I32), at(11, 0));
  }

  /** Clamps to [low, high] but keeps NaN; tells where it changed something. */
  @InCore
  static void clamp(
      @Shape("rows, n") Tensor<F32> x,
      @Shape("rows, n") @Out Tensor<F32> y,
      @Shape("rows, n") @Out Tensor<BOOL> changed,
      double low,
      double high) {
    Tile<F32> t = x.load();
    Mask outside = t.lt(low).or(t.gt(high));
    Mask kept = outside.not().and(t.eq(t));
    y.store(kept.select(t, t.max(low).min(high)));
    changed.store(outside.cast(BOOL));
  }

  /** The lower triangle; the row and column numbers come as stretched tiles. */
  @InCore
  static void causal(
      @Shape("n, n") Tensor<F32> scores,
      @Shape("n, 1") Tensor<I32> row,
      @Shape("1, n") Tensor<I32> column,
      @Shape("n, n") @Out Tensor<F32> y) {
    Tile<F32> t = scores.load();
    Mask visible = column.load().le(row.load());
    Tile<F32> blocked = Tile.fill(F32, shape(1, 1), -1e30);
    y.store(visible.select(t, blocked));
  }
}
