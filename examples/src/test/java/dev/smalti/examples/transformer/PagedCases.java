package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.reference.Inputs;
import dev.smalti.examples.reference.LayerSize;
import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.Smalti;
import java.util.Arrays;
import java.util.List;

/** Attention to keys in pages. */
final class PagedCases {
  private PagedCases() {}

  /** Odd sizes, and 1. */
  static List<Case> small() {
    return List.of(
        paged(new LayerSize(1, 1, 1, 2, 1), 1, 1),
        paged(new LayerSize(10, 4, 2, 6, 13), 3, 7, 3, 1));
  }

  /** Pages as they are in use, full and with tails; heads in groups, and each for itself. */
  static List<Case> large() {
    return List.of(
        paged(new LayerSize(512, 8, 2, 64, 1), 16, 77, 16, 1, 64),
        paged(new LayerSize(512, 8, 8, 64, 1), 32, 64, 64));
  }

  /** Pages lie in the pool in reverse; no request uses the last one. */
  private static Case paged(LayerSize size, int page, int... lengths) {
    int longest = Arrays.stream(lengths).max().orElseThrow();
    int most = Math.ceilDiv(longest, page);
    int pages = 1;
    for (int length : lengths) {
      pages += Math.ceilDiv(length, page);
    }
    int[] table = new int[lengths.length * most];
    Arrays.fill(table, -1);
    int next = pages - 2;
    for (int b = 0; b < lengths.length; b++) {
      for (int i = 0; i < Math.ceilDiv(lengths[b], page); i++) {
        table[b * most + i] = next--;
      }
    }
    int heads = size.heads();
    int groups = size.groups();
    int depth = size.depth();
    float[] queries = Inputs.uniform(1, lengths.length * heads * depth);
    float[] keys = Inputs.uniform(2, pages * groups * page * depth);
    float[] values = Inputs.uniform(3, pages * groups * page * depth);
    Slot<Smalti.F32> q = Slot.of(queries, lengths.length, groups, heads / groups, depth);
    Slot<Smalti.F32> k = Slot.of(keys, pages, groups, page, depth);
    Slot<Smalti.F32> v = Slot.of(values, pages, groups, page, depth);
    Slot<Smalti.I32> t = Slot.of(table, lengths.length, most);
    Slot<Smalti.I32> l = Slot.of(lengths, lengths.length);
    Slot<Smalti.F32> y = Slot.output(F32, lengths.length, groups, heads / groups, depth);
    float scale = size.scale();
    return Case.kernel(
            PagedAttention.class,
            "decode",
            of ->
                PagedAttention.decode(
                    of.of(q), of.of(k), of.of(v), of.of(t), of.of(l), of.of(y), scale),
            of ->
                PagedAttentionKernels.decode(
                    of.of(q), of.of(k), of.of(v), of.of(t), of.of(l), of.of(y), scale),
            q,
            k,
            v,
            t,
            l,
            y,
            scale)
        .expecting(y, Reference.pagedAttention(queries, keys, values, table, lengths, size, page));
  }
}
