package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/**
 * One token each of several requests, whose keys and values lie in pages of one pool. A table says
 * which pages a request has, in the order of its context; the last one need not be full. The heads
 * of a group share keys and values, so that each is read once for all of them.
 */
final class PagedAttention {
  @InCore
  static void decode(
      @Shape("batch, groups, sharing, depth") Tensor<F32> q,
      @Shape("pages, groups, size, depth") Tensor<F32> keys,
      @Shape("pages, groups, size, depth") Tensor<F32> values,
      @Shape("batch, ?") Tensor<I32> table,
      @Shape("batch") Tensor<I32> lengths,
      @Shape("batch, groups, sharing, depth") @Out Tensor<F32> out,
      float scale) {
    int size = keys.dim(2);
    for (int b : range(q.dim(0))) {
      int length = lengths.readInt(at(b));
      for (int g : range(q.dim(1))) {
        Tile<F32> query = q.at(b, g).load();
        FlashAttention.Sums sums = FlashAttention.nothing(q.dim(2), q.dim(3));
        for (int i : range(Math.ceilDiv(length, size))) {
          int page = table.readInt(at(b, i));
          int valid = Math.min(size, length - i * size);
          Tile<F32> k = keys.at(page, g).rows(0, valid).load();
          Tile<F32> v = values.at(page, g).rows(0, valid).load();
          sums = FlashAttention.add(sums, query.matmul(k.transpose()).mul(scale), v);
        }
        out.at(b, g).store(sums.value().div(sums.weight()));
      }
    }
  }

  public static void main(String[] args) {
    int heads = 8;
    int groups = 2;
    int depth = 64;
    int size = 16;
    int[] lengths = {77, 16, 1};
    int[] table = {5, 2, 7, 0, 3, 1, -1, -1, -1, -1, 6, -1, -1, -1, -1};
    float[] q = Inputs.uniform(1, lengths.length * heads * depth);
    float[] k = Inputs.uniform(2, 8 * groups * size * depth);
    float[] v = Inputs.uniform(3, 8 * groups * size * depth);
    float[] y = Inputs.unwritten(q.length);
    PagedAttentionKernels.decode(
        Tensor.of(q, lengths.length, groups, heads / groups, depth),
        Tensor.of(k, 8, groups, size, depth),
        Tensor.of(v, 8, groups, size, depth),
        Tensor.of(table, lengths.length, 5),
        Tensor.of(lengths, lengths.length),
        Tensor.of(y, lengths.length, groups, heads / groups, depth),
        0.125f);
    var layer = new LayerSize(heads * depth, heads, groups, depth, 1);
    Reference.pagedAttention(q, k, v, table, lengths, layer, size)
        .compare("contexts of 77, 16 and 1 in pages of 16", y);
    System.out.println("OK");
  }
}
