package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/**
 * A layer in the manner of Qwen, for the next token: each query and key is normed before it turns,
 * and keys and values are appended to caches.
 */
final class QwenDecode {
  /** The heads of a token, each divided by its size, and turned. */
  @InCore
  static void normAndTurn(
      @Shape("heads, 1, 2 * half") Tensor<F32> x,
      @Shape("1, 2 * half") Tensor<F32> norm,
      @Shape("1, half") Tensor<F32> cos,
      @Shape("1, half") Tensor<F32> sin,
      @Shape("heads, 1, 2 * half") @Out Tensor<F32> y) {
    int half = cos.dim(1);
    for (int head : range(x.dim(0))) {
      Tile<F32> t = RowNorms.normed(x.at(head).load(), norm.load());
      Tile<F32> first = t.slice(at(0, 0), shape(1, half));
      Tile<F32> second = t.slice(at(0, half), shape(1, half));
      Rope.Pairs turned = Rope.turned(new Rope.Pairs(first, second), cos.load(), sin.load());
      y.at(head).store(turned.first(), at(0, 0));
      y.at(head).store(turned.second(), at(0, half));
    }
  }

  /**
   * A step.
   *
   * @param keys the caches; the token's own row is written
   * @param position of the token, that is, how many there are before it
   */
  @Jit
  static void step(
      @Shape("1, hidden") Tensor<F32> x,
      @Shape("1, hidden") Tensor<F32> norm,
      @Shape("heads, hidden, 2 * half") Tensor<F32> toQueries,
      @Shape("groups, hidden, 2 * half") Tensor<F32> toKeys,
      @Shape("groups, hidden, 2 * half") Tensor<F32> toValues,
      @Shape("1, 2 * half") Tensor<F32> queryNorm,
      @Shape("1, 2 * half") Tensor<F32> keyNorm,
      @Shape("most, half") Tensor<F32> cos,
      @Shape("most, half") Tensor<F32> sin,
      @Shape("groups, most, 2 * half") @InOut Tensor<F32> keys,
      @Shape("groups, most, 2 * half") @InOut Tensor<F32> values,
      @Shape("heads, 2 * half, hidden") Tensor<F32> fromHeads,
      @Shape("1, hidden") Tensor<F32> innerNorm,
      @Shape("hidden, inner") Tensor<F32> gate,
      @Shape("hidden, inner") Tensor<F32> up,
      @Shape("inner, hidden") Tensor<F32> down,
      @Shape("1, hidden") @Out Tensor<F32> y,
      int position,
      float scale) {
    int heads = toQueries.dim(0);
    int groups = toKeys.dim(0);
    int depth = toQueries.dim(2);
    Tensor<F32> normed = Tensor.undefined(F32, shape(1, x.dim(1)));
    Tensor<F32> q = Tensor.undefined(F32, shape(heads, 1, depth));
    Tensor<F32> k = Tensor.undefined(F32, shape(groups, 1, depth));
    RowNorms.rmsNorm(x, norm, normed);
    LlamaLayer.project(normed, toQueries, q);
    LlamaLayer.project(normed, toKeys, k);
    LlamaLayer.project(normed, toValues, values.slice(at(0, position, 0), shape(groups, 1, depth)));

    Tensor<F32> turned = Tensor.undefined(F32, shape(heads, 1, depth));
    Tensor<F32> found = Tensor.undefined(F32, shape(heads, 1, depth));
    Tensor<F32> attended = Tensor.undefined(F32, shape(1, x.dim(1)));
    normAndTurn(q, queryNorm, cos.row(position), sin.row(position), turned);
    normAndTurn(
        k,
        keyNorm,
        cos.row(position),
        sin.row(position),
        keys.slice(at(0, position, 0), shape(groups, 1, depth)));
    FlashAttention.full(
        turned,
        keys.slice(at(0, 0, 0), shape(groups, position + 1, depth)),
        values.slice(at(0, 0, 0), shape(groups, position + 1, depth)),
        found,
        scale);
    LlamaLayer.join(found, fromHeads, x, attended);

    Tensor<F32> normedAgain = Tensor.undefined(F32, shape(1, x.dim(1)));
    Tensor<F32> inner = Tensor.undefined(F32, shape(1, gate.dim(1)));
    RowNorms.rmsNorm(attended, innerNorm, normedAgain);
    FeedForward.gated(normedAgain, gate, up, inner);
    LlamaLayer.addProduct(inner, down, attended, y);
  }

  public static void main(String[] args) {
    var size = new LayerSize(66, 6, 2, 12, 170);
    var w = LayerWeights.of(size);
    int most = 80;
    int position = 76;
    int half = size.depth() / 2;
    float[] x = Inputs.uniform(1, size.hidden());
    float[] cos = Inputs.cosines(most, half);
    float[] sin = Inputs.sines(most, half);
    float[] keys = Inputs.uniform(2, size.groups() * most * size.depth());
    float[] values = Inputs.uniform(3, size.groups() * most * size.depth());
    var reference = Reference.qwenStep(size, w, x, cos, sin, keys, values, position);
    float[] y = Inputs.unwritten(x.length);
    QwenDecodeKernels.step(
        Tensor.of(x, 1, size.hidden()),
        Tensor.of(w.norm(), 1, size.hidden()),
        Tensor.of(w.toQueries(), size.heads(), size.hidden(), size.depth()),
        Tensor.of(w.toKeys(), size.groups(), size.hidden(), size.depth()),
        Tensor.of(w.toValues(), size.groups(), size.hidden(), size.depth()),
        Tensor.of(w.queryNorm(), 1, size.depth()),
        Tensor.of(w.keyNorm(), 1, size.depth()),
        Tensor.of(cos, most, half),
        Tensor.of(sin, most, half),
        Tensor.of(keys, size.groups(), most, size.depth()),
        Tensor.of(values, size.groups(), most, size.depth()),
        Tensor.of(w.fromHeads(), size.heads(), size.depth(), size.hidden()),
        Tensor.of(w.innerNorm(), 1, size.hidden()),
        Tensor.of(w.gate(), size.hidden(), size.inner()),
        Tensor.of(w.up(), size.hidden(), size.inner()),
        Tensor.of(w.down(), size.inner(), size.hidden()),
        Tensor.of(y, 1, size.hidden()),
        position,
        size.scale());
    reference.compare("the token after 76, hidden 66, 6 heads", y);
    System.out.println("OK");
  }
}
