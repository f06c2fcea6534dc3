package dev.smalti.bench.kernel;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * A small decoder layer in the manner of Llama, for one token: a norm, attention over a cache in
 * which heads share keys and values, and a gated feed-forward part.
 */
final class DecoderLayer {
  static final int HIDDEN = 512;
  static final int HEADS = 8;

  /** Heads that share keys and values are a group. */
  static final int GROUPS = 2;

  static final int DEPTH = HIDDEN / HEADS;
  static final int HALF = DEPTH / 2;
  static final int SHARED = GROUPS * DEPTH;
  static final int INNER = 1536;

  static final double EPSILON = 1e-5;

  /** One divided by the root of the depth. */
  static final double SCALE = 0.125;

  private DecoderLayer() {}

  @Inline
  static Tile<F32> rmsNorm(Tile<F32> x, Tile<F32> weight) {
    Tile<F32> square = x.mul(x).rowSum().div(x.dim(1));
    return x.mul(square.add(EPSILON).sqrt().recip()).mul(weight);
  }

  /** Turns each row by angles that its position has. */
  @Inline
  static Tile<F32> turn(Tile<F32> x, Tile<F32> cos, Tile<F32> sin) {
    Tile<F32> left = x.slice(at(0, 0), shape(x.dim(0), HALF));
    Tile<F32> right = x.slice(at(0, HALF), shape(x.dim(0), HALF));
    return left.mul(cos).sub(right.mul(sin)).concat(right.mul(cos).add(left.mul(sin)));
  }

  /** The queries of a token; its keys and values go to the caches. */
  @InCore
  static void project(
      @Shape("1, HIDDEN") Tensor<F32> x,
      @Shape("1, HIDDEN") Tensor<F32> norm,
      @Shape("HIDDEN, HIDDEN") Tensor<F32> toQueries,
      @Shape("HIDDEN, SHARED") Tensor<F32> toKeys,
      @Shape("HIDDEN, SHARED") Tensor<F32> toValues,
      @Shape("1, HALF") Tensor<F32> cos,
      @Shape("1, HALF") Tensor<F32> sin,
      @Shape("HEADS, DEPTH") @Out Tensor<F32> queries,
      @Shape("GROUPS, n, DEPTH") @InOut Tensor<F32> keys,
      @Shape("GROUPS, n, DEPTH") @InOut Tensor<F32> values,
      int position) {
    Tile<F32> h = rmsNorm(x.load(), norm.load());
    Tile<F32> q = h.matmul(toQueries.load()).reshape(shape(HEADS, DEPTH));
    Tile<F32> k = h.matmul(toKeys.load()).reshape(shape(GROUPS, DEPTH));
    Tile<F32> v = h.matmul(toValues.load()).reshape(shape(GROUPS, DEPTH));
    queries.store(turn(q, cos.load(), sin.load()));
    Tile<F32> turned = turn(k, cos.load(), sin.load());
    for (int g : unroll(GROUPS)) {
      keys.at(g).store(turned.slice(at(g, 0), shape(1, DEPTH)), at(position, 0));
      values.at(g).store(v.slice(at(g, 0), shape(1, DEPTH)), at(position, 0));
    }
  }

  /** What each head finds at the positions so far. */
  @InCore
  static void attend(
      @Shape("HEADS, DEPTH") Tensor<F32> queries,
      @Shape("GROUPS, n, DEPTH") Tensor<F32> keys,
      @Shape("GROUPS, n, DEPTH") Tensor<F32> values,
      @Shape("HEADS, DEPTH") @Out Tensor<F32> found,
      int position) {
    int heads = HEADS / GROUPS;
    for (int g : range(GROUPS)) {
      Tile<F32> q = queries.rows(g * heads, heads).load();
      Tile<F32> k = keys.at(g).rows(0, position + 1).load();
      Tile<F32> v = values.at(g).rows(0, position + 1).load();
      Tile<F32> scores = q.matmul(k.transpose()).mul(SCALE);
      Tile<F32> e = scores.sub(scores.rowMax()).exp();
      found.rows(g * heads, heads).store(e.matmul(v).div(e.rowSum()));
    }
  }

  /** A product is added to what goes round it. */
  @InCore
  static void add(
      @Shape("1, HIDDEN") Tensor<F32> x,
      @Shape("1, k") Tensor<F32> y,
      @Shape("k, HIDDEN") Tensor<F32> weights,
      @Shape("1, HIDDEN") @Out Tensor<F32> sum) {
    sum.store(y.load().matmul(weights.load()).add(x.load()));
  }

  /** The gated inner part. */
  @InCore
  static void gate(
      @Shape("1, HIDDEN") Tensor<F32> x,
      @Shape("1, HIDDEN") Tensor<F32> norm,
      @Shape("HIDDEN, INNER") Tensor<F32> toGate,
      @Shape("HIDDEN, INNER") Tensor<F32> toInner,
      @Shape("1, INNER") @Out Tensor<F32> inner) {
    Tile<F32> h = rmsNorm(x.load(), norm.load());
    Tile<F32> open = h.matmul(toGate.load());
    inner.store(open.mul(open.sigmoid()).mul(h.matmul(toInner.load())));
  }
}
