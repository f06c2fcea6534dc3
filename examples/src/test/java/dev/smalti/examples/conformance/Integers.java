package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** I32 and I64: wrapping, truncating division, and every cast. */
final class Integers {
  private Integers() {}

  @InCore
  static void arithmetic(
      @Shape("1, n") Tensor<I32> a,
      @Shape("1, n") Tensor<I32> b,
      @Shape("9, n") @Out Tensor<I32> y) {
    Tile<I32> l = a.load();
    Tile<I32> r = b.load();
    y.store(l.add(r), at(0, 0));
    y.store(l.sub(r), at(1, 0));
    y.store(l.mul(r), at(2, 0));
    y.store(l.div(r), at(3, 0));
    y.store(l.max(r), at(4, 0));
    y.store(l.min(r), at(5, 0));
    y.store(l.neg(), at(6, 0));
    y.store(l.abs(), at(7, 0));
    y.store(l.mul(3).add(Integer.MAX_VALUE).div(-7), at(8, 0));
  }

  @InCore
  static void longs(
      @Shape("1, n") Tensor<I64> a,
      @Shape("1, n") Tensor<I64> b,
      @Shape("9, n") @Out Tensor<I64> y,
      long scalar) {
    Tile<I64> l = a.load();
    Tile<I64> r = b.load();
    y.store(l.add(r), at(0, 0));
    y.store(l.sub(r), at(1, 0));
    y.store(l.mul(r), at(2, 0));
    y.store(l.div(r), at(3, 0));
    y.store(l.max(r), at(4, 0));
    y.store(l.min(r), at(5, 0));
    y.store(l.neg(), at(6, 0));
    y.store(l.abs(), at(7, 0));
    y.store(l.mul(scalar).add(Long.MAX_VALUE), at(8, 0));
  }

  @InCore
  static void reductions(
      @Shape("rows, n") Tensor<I32> x,
      @Shape("rows, 3") @Out Tensor<I32> ofRows,
      @Shape("3, n") @Out Tensor<I32> ofColumns) {
    Tile<I32> t = x.load();
    ofRows.store(t.rowSum(), at(0, 0));
    ofRows.store(t.rowMax(), at(0, 1));
    ofRows.store(t.rowMin(), at(0, 2));
    ofColumns.store(t.colSum(), at(0, 0));
    ofColumns.store(t.colMax(), at(1, 0));
    ofColumns.store(t.colMin(), at(2, 0));
  }

  @InCore
  static void casts(
      @Shape("1, n") Tensor<F32> f,
      @Shape("1, n") Tensor<F64> d,
      @Shape("1, n") Tensor<I64> l,
      @Shape("4, n") @Out Tensor<I32> ints,
      @Shape("3, n") @Out Tensor<I64> longs,
      @Shape("4, n") @Out Tensor<F32> floats,
      @Shape("3, n") @Out Tensor<F64> doubles) {
    ints.store(f.load().cast(I32), at(0, 0));
    ints.store(d.load().cast(I32), at(1, 0));
    ints.store(l.load().cast(I32), at(2, 0));
    ints.store(f.load().cast(BOOL).cast(I32), at(3, 0));
    longs.store(f.load().cast(I64), at(0, 0));
    longs.store(d.load().cast(I64), at(1, 0));
    longs.store(l.load().cast(I32).cast(I64), at(2, 0));
    floats.store(d.load().cast(F32), at(0, 0));
    floats.store(l.load().cast(F32), at(1, 0));
    floats.store(l.load().cast(I32).cast(F32), at(2, 0));
    floats.store(d.load().gt(0).cast(F32), at(3, 0));
    doubles.store(f.load().cast(F64), at(0, 0));
    doubles.store(l.load().cast(F64), at(1, 0));
    doubles.store(l.load().cast(I32).cast(F64), at(2, 0));
  }
}
