package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/** Rotary position embedding: pairs of numbers turn by angles that grow with the position. */
final class Rope {
  /** The angle of pair i at position p is {@code p * base^(-i / half)}. */
  @InCore
  static void angles(
      @Shape("n, half") @Out Tensor<F32> cos,
      @Shape("n, half") @Out Tensor<F32> sin,
      int first,
      double logOfBase) {
    Tile<F64> position = Tile.iota(I32, shape(cos.dim(0), 1), first).cast(F64);
    Tile<F64> pair = Tile.iota(I32, shape(1, cos.dim(1)), 0).cast(F64);
    Tile<F64> angle = position.mul(pair.mul(-logOfBase / cos.dim(1)).exp());
    cos.store(angle.cos().cast(F32));
    sin.store(angle.sin().cast(F32));
  }

  /** The first numbers of pairs, and the second ones. */
  record Pairs(Tile<F32> first, Tile<F32> second) {}

  @Inline
  static Pairs turned(Pairs x, Tile<F32> cos, Tile<F32> sin) {
    return new Pairs(
        x.first().mul(cos).sub(x.second().mul(sin)), x.second().mul(cos).add(x.first().mul(sin)));
  }

  /** The left half of a row has the first numbers of the pairs, the right half the second ones. */
  @InCore
  static void turn(
      @Shape("heads, n, 2 * half") Tensor<F32> x,
      @Shape("n, half") Tensor<F32> cos,
      @Shape("n, half") Tensor<F32> sin,
      @Shape("heads, n, 2 * half") @Out Tensor<F32> y) {
    int n = cos.dim(0);
    int half = cos.dim(1);
    for (int head : range(x.dim(0))) {
      Tile<F32> first = x.at(head).load(at(0, 0), shape(n, half));
      Tile<F32> second = x.at(head).load(at(0, half), shape(n, half));
      Pairs turned = turned(new Pairs(first, second), cos.load(), sin.load());
      y.at(head).store(turned.first(), at(0, 0));
      y.at(head).store(turned.second(), at(0, half));
    }
  }

  public static void main(String[] args) {
    int heads = 3;
    int n = 33;
    int depth = 64;
    int half = depth / 2;
    int first = 1000;
    float[] cos = Inputs.unwritten(n * half);
    float[] sin = Inputs.unwritten(n * half);
    RopeKernels.angles(Tensor.of(cos, n, half), Tensor.of(sin, n, half), first, Math.log(10_000));
    Reference.cosines(n, half, first, 10_000).compare("cosines of positions from 1000", cos);
    Reference.sines(n, half, first, 10_000).compare("sines of positions from 1000", sin);

    float[] x = Inputs.uniform(1, heads * n * depth);
    float[] y = Inputs.unwritten(x.length);
    RopeKernels.turn(
        Tensor.of(x, heads, n, depth),
        Tensor.of(cos, n, half),
        Tensor.of(sin, n, half),
        Tensor.of(y, heads, n, depth));
    Reference.turn(x, cos, sin, half).compare("3 heads, 33 of 64", y);
    System.out.println("OK");
  }
}
