package dev.smalti.bench.kernel;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Attention with all keys, a block of them at a time: what has been summed is scaled down whenever
 * a greater score is found, so that the scores are never stored.
 */
final class FlashAttention {
  /** Queries of a block, keys of a block, and the depth of a head. */
  static final int QUERIES = 128;

  static final int KEYS = 128;
  static final int DEPTH = 64;

  /** One divided by the root of the depth. */
  static final double SCALE = 0.125;

  private FlashAttention() {}

  @InCore
  static void attention(
      @Shape("heads, n, DEPTH") Tensor<F32> q,
      @Shape("heads, n, DEPTH") Tensor<F32> k,
      @Shape("heads, n, DEPTH") Tensor<F32> v,
      @Shape("heads, n, DEPTH") @Out Tensor<F32> out) {
    int n = q.dim(1);
    for (int head : range(q.dim(0))) {
      for (int from : range(0, n, QUERIES)) {
        int rows = Math.min(QUERIES, n - from);
        Tile<F32> query =
            q.load(at(head, from, 0), shape(1, QUERIES, DEPTH), shape(1, rows, DEPTH));
        Tile<F32> max =
            Tile.fill(F32, shape(QUERIES, 1), Double.NEGATIVE_INFINITY).narrow(shape(rows, 1));
        Tile<F32> sum = Tile.fill(F32, shape(QUERIES, 1), 0).narrow(shape(rows, 1));
        Tile<F32> result = Tile.fill(F32, shape(QUERIES, DEPTH), 0).narrow(shape(rows, DEPTH));
        for (int first : range(0, n, KEYS)) {
          int valid = Math.min(KEYS, n - first);
          Tile<F32> keys =
              k.load(at(head, first, 0), shape(1, KEYS, DEPTH), shape(1, valid, DEPTH));
          Tile<F32> values =
              v.load(at(head, first, 0), shape(1, KEYS, DEPTH), shape(1, valid, DEPTH));
          Tile<F32> scores = query.matmul(keys.transpose()).mul(SCALE);
          Tile<F32> greater = max.max(scores.rowMax());
          Tile<F32> weights = scores.sub(greater).exp();
          Tile<F32> shrink = max.sub(greater).exp();
          sum = sum.mul(shrink).add(weights.rowSum());
          result = result.mul(shrink).addMatmul(weights, values);
          max = greater;
        }
        out.at(head).store(result.div(sum), at(from, 0));
      }
    }
  }
}
