package dev.smalti.examples.conformance;

import dev.smalti.lang.InCore;
import dev.smalti.lang.Out;
import dev.smalti.lang.Shape;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Smalti.F64;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;

/** Kernels whose loops do much: many inputs, many operations, several rows folded at once. */
public final class Crowds {
  private Crowds() {}

  @InCore
  static void sumOfEight(
      @Shape("1, n") Tensor<F32> a,
      @Shape("1, n") Tensor<F32> b,
      @Shape("1, n") Tensor<F32> c,
      @Shape("1, n") Tensor<F32> d,
      @Shape("1, n") Tensor<F32> e,
      @Shape("1, n") Tensor<F32> f,
      @Shape("1, n") Tensor<F32> g,
      @Shape("1, n") Tensor<F32> h,
      @Shape("1, n") @Out Tensor<F32> y) {
    Tile<F32> left = a.load().add(b.load()).add(c.load().add(d.load()));
    y.store(left.add(e.load().add(f.load()).add(g.load().add(h.load()))));
  }

  @InCore
  static void rotate(
      @Shape("m, n") Tensor<F32> x,
      @Shape("m, n") Tensor<F32> z,
      @Shape("m, n") Tensor<F32> cos,
      @Shape("m, n") Tensor<F32> sin,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().mul(cos.load()).sub(z.load().mul(sin.load())));
  }

  @InCore
  static void exponentials(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") Tensor<F32> c,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(a.load().exp().mul(b.load().exp()).add(c.load().exp().log()));
  }

  @InCore
  static void rowSumOfFour(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") Tensor<F32> c,
      @Shape("m, n") Tensor<F32> d,
      @Shape("m, 1") @Out Tensor<F32> y) {
    y.store(a.load().mul(b.load()).add(c.load().mul(d.load())).rowSum());
  }

  @InCore
  static void rowMaxOfTwo(
      @Shape("m, n") Tensor<F64> a,
      @Shape("m, n") Tensor<F64> b,
      @Shape("m, 1") @Out Tensor<F64> y) {
    y.store(a.load().mul(b.load()).rowMax());
  }

  @InCore
  static void columnSum(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") Tensor<F32> c,
      @Shape("1, n") @Out Tensor<F32> y) {
    y.store(a.load().mul(b.load()).add(c.load()).colSum());
  }
}
