package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/** A decoder layer in the manner of Llama, for all tokens of a prompt: a graph of 11 kernels. */
final class LlamaLayer {
  /** What each head makes of each token. */
  @InCore
  static void project(
      @Shape("n, hidden") Tensor<F32> x,
      @Shape("heads, hidden, depth") Tensor<F32> weights,
      @Shape("heads, n, depth") @Out Tensor<F32> y) {
    for (int head : range(weights.dim(0))) {
      y.at(head).store(x.load().matmul(weights.at(head).load()));
    }
  }

  /** What the heads found, put together, and added to what goes round them. */
  @InCore
  static void join(
      @Shape("heads, n, depth") Tensor<F32> found,
      @Shape("heads, depth, hidden") Tensor<F32> weights,
      @Shape("n, hidden") Tensor<F32> x,
      @Shape("n, hidden") @Out Tensor<F32> y) {
    Tile<F32> sum = x.load();
    for (int head : range(found.dim(0))) {
      sum = sum.addMatmul(found.at(head).load(), weights.at(head).load());
    }
    y.store(sum);
  }

  @InCore
  static void addProduct(
      @Shape("n, inner") Tensor<F32> y,
      @Shape("inner, hidden") Tensor<F32> weights,
      @Shape("n, hidden") Tensor<F32> x,
      @Shape("n, hidden") @Out Tensor<F32> sum) {
    sum.store(x.load().addMatmul(y.load(), weights.load()));
  }

  @Jit
  static void layer(
      @Shape("n, hidden") Tensor<F32> x,
      @Shape("1, hidden") Tensor<F32> norm,
      @Shape("heads, hidden, 2 * half") Tensor<F32> toQueries,
      @Shape("groups, hidden, 2 * half") Tensor<F32> toKeys,
      @Shape("groups, hidden, 2 * half") Tensor<F32> toValues,
      @Shape("n, half") Tensor<F32> cos,
      @Shape("n, half") Tensor<F32> sin,
      @Shape("heads, 2 * half, hidden") Tensor<F32> fromHeads,
      @Shape("1, hidden") Tensor<F32> innerNorm,
      @Shape("hidden, inner") Tensor<F32> gate,
      @Shape("hidden, inner") Tensor<F32> up,
      @Shape("inner, hidden") Tensor<F32> down,
      @Shape("n, hidden") @Out Tensor<F32> y,
      float scale) {
    int n = x.dim(0);
    int heads = toQueries.dim(0);
    int groups = toKeys.dim(0);
    int depth = toQueries.dim(2);
    Tensor<F32> normed = Tensor.undefined(F32, shape(n, x.dim(1)));
    Tensor<F32> q = Tensor.undefined(F32, shape(heads, n, depth));
    Tensor<F32> k = Tensor.undefined(F32, shape(groups, n, depth));
    Tensor<F32> v = Tensor.undefined(F32, shape(groups, n, depth));
    RowNorms.rmsNorm(x, norm, normed);
    project(normed, toQueries, q);
    project(normed, toKeys, k);
    project(normed, toValues, v);

    Tensor<F32> turnedQ = Tensor.undefined(F32, shape(heads, n, depth));
    Tensor<F32> turnedK = Tensor.undefined(F32, shape(groups, n, depth));
    Tensor<F32> found = Tensor.undefined(F32, shape(heads, n, depth));
    Tensor<F32> attended = Tensor.undefined(F32, shape(n, x.dim(1)));
    Rope.turn(q, cos, sin, turnedQ);
    Rope.turn(k, cos, sin, turnedK);
    FlashAttention.causal(turnedQ, turnedK, v, found, scale);
    join(found, fromHeads, x, attended);

    Tensor<F32> normedAgain = Tensor.undefined(F32, shape(n, x.dim(1)));
    Tensor<F32> inner = Tensor.undefined(F32, shape(n, gate.dim(1)));
    RowNorms.rmsNorm(attended, innerNorm, normedAgain);
    FeedForward.gated(normedAgain, gate, up, inner);
    addProduct(inner, down, attended, y);
  }

  public static void main(String[] args) {
    var size = new LayerSize(66, 6, 2, 12, 170);
    var w = LayerWeights.of(size);
    int n = 21;
    float[] x = Inputs.uniform(1, n * size.hidden());
    float[] cos = Inputs.cosines(n, size.depth() / 2);
    float[] sin = Inputs.sines(n, size.depth() / 2);
    float[] y = Inputs.unwritten(x.length);
    LlamaLayerKernels.layer(
        Tensor.of(x, n, size.hidden()),
        Tensor.of(w.norm(), 1, size.hidden()),
        Tensor.of(w.toQueries(), size.heads(), size.hidden(), size.depth()),
        Tensor.of(w.toKeys(), size.groups(), size.hidden(), size.depth()),
        Tensor.of(w.toValues(), size.groups(), size.hidden(), size.depth()),
        Tensor.of(cos, n, size.depth() / 2),
        Tensor.of(sin, n, size.depth() / 2),
        Tensor.of(w.fromHeads(), size.heads(), size.depth(), size.hidden()),
        Tensor.of(w.innerNorm(), 1, size.hidden()),
        Tensor.of(w.gate(), size.hidden(), size.inner()),
        Tensor.of(w.up(), size.hidden(), size.inner()),
        Tensor.of(w.down(), size.inner(), size.hidden()),
        Tensor.of(y, n, size.hidden()),
        size.scale());
    Reference.llamaLayer(size, w, x, cos, sin).compare("21 tokens of 66, 6 heads", y);
    System.out.println("OK");
  }
}
