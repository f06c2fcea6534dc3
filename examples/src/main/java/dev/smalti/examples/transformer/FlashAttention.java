package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/**
 * Attention, a block of keys at a time: what has been summed is scaled down whenever a greater
 * score is found, so that the scores are never stored. Heads may share keys and values: there are
 * some for each group of as many heads, one behind the other.
 */
final class FlashAttention {
  /** Queries of a block, and keys of a block. */
  static final int QUERIES = 64;

  static final int KEYS = 64;

  /** Of the keys so far: the greatest score, the sum of the weights, and the weighted values. */
  record Sums(Tile<F32> most, Tile<F32> weight, Tile<F32> value) {}

  @Inline
  static Sums nothing(int queries, int depth) {
    return new Sums(
        Tile.fill(F32, shape(queries, 1), Double.NEGATIVE_INFINITY),
        Tile.fill(F32, shape(queries, 1), 0),
        Tile.fill(F32, shape(queries, depth), 0));
  }

  @Inline
  static Sums add(Sums sums, Tile<F32> scores, Tile<F32> values) {
    Tile<F32> most = sums.most().max(scores.rowMax());
    Tile<F32> shrink = sums.most().sub(most).exp();
    Tile<F32> weights = scores.sub(most).exp();
    return new Sums(
        most,
        sums.weight().mul(shrink).add(weights.rowSum()),
        sums.value().mul(shrink).addMatmul(weights, values));
  }

  /** Every query sees every key. */
  @InCore
  static void full(
      @Shape("heads, n, depth") Tensor<F32> q,
      @Shape("groups, m, depth") Tensor<F32> k,
      @Shape("groups, m, depth") Tensor<F32> v,
      @Shape("heads, n, depth") @Out Tensor<F32> out,
      float scale) {
    int n = q.dim(1);
    int m = k.dim(1);
    for (int head : range(q.dim(0))) {
      int group = head * k.dim(0) / q.dim(0);
      for (int from : range(0, n, QUERIES)) {
        int rows = Math.min(QUERIES, n - from);
        Tile<F32> query = q.at(head).rows(from, rows).load();
        Sums sums = nothing(rows, q.dim(2));
        for (int first : range(0, m, KEYS)) {
          int size = Math.min(KEYS, m - first);
          Tile<F32> keys = k.at(group).rows(first, size).load();
          Tile<F32> scores = query.matmul(keys.transpose()).mul(scale);
          sums = add(sums, scores, v.at(group).rows(first, size).load());
        }
        out.at(head).rows(from, rows).store(sums.value().div(sums.weight()));
      }
    }
  }

  /**
   * The last query sees every key, the one before it all but the last key, and so on. There are at
   * least as many keys as queries.
   */
  @InCore
  static void causal(
      @Shape("heads, n, depth") Tensor<F32> q,
      @Shape("groups, m, depth") Tensor<F32> k,
      @Shape("groups, m, depth") Tensor<F32> v,
      @Shape("heads, n, depth") @Out Tensor<F32> out,
      float scale) {
    int n = q.dim(1);
    int before = k.dim(1) - n; // keys that every query sees
    for (int head : range(q.dim(0))) {
      int group = head * k.dim(0) / q.dim(0);
      for (int from : range(0, n, QUERIES)) {
        int rows = Math.min(QUERIES, n - from);
        Tile<F32> query = q.at(head).rows(from, rows).load();
        Sums sums = nothing(rows, q.dim(2));
        int seen = before + from + rows;
        for (int first : range(0, seen, KEYS)) {
          int size = Math.min(KEYS, seen - first);
          Tile<F32> keys = k.at(group).rows(first, size).load();
          Tile<F32> scores = query.matmul(keys.transpose()).mul(scale);
          Tile<F32> masked =
              Mask.lower(shape(rows, size), before + from - first)
                  .select(scores, Tile.fill(F32, shape(rows, size), Double.NEGATIVE_INFINITY));
          sums = add(sums, masked, v.at(group).rows(first, size).load());
        }
        out.at(head).rows(from, rows).store(sums.value().div(sums.weight()));
      }
    }
  }

  public static void main(String[] args) {
    int heads = 4;
    int groups = 2;
    int n = 77;
    int depth = 64;
    float scale = 0.125f; // one divided by the root of the depth
    float[] q = Inputs.uniform(1, heads * n * depth);
    float[] k = Inputs.uniform(2, groups * n * depth);
    float[] v = Inputs.uniform(3, groups * n * depth);
    var queries = Tensor.of(q, heads, n, depth);
    var keys = Tensor.of(k, groups, n, depth);
    var values = Tensor.of(v, groups, n, depth);
    float[] y = Inputs.unwritten(q.length);
    FlashAttentionKernels.full(queries, keys, values, Tensor.of(y, heads, n, depth), scale);
    Reference.attention(q, k, v, heads, groups, depth, false)
        .compare("attention, 4 heads, 77 of 64", y);

    float[] z = Inputs.unwritten(q.length);
    FlashAttentionKernels.causal(queries, keys, values, Tensor.of(z, heads, n, depth), scale);
    Reference.attention(q, k, v, heads, groups, depth, true)
        .compare("causal attention, 4 heads, 77 of 64", z);
    System.out.println("OK");
  }
}
