package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.reference.Inputs;
import dev.smalti.examples.reference.LayerSize;
import dev.smalti.examples.reference.Reference;
import dev.smalti.lang.Smalti;
import java.util.List;
import java.util.stream.Stream;

/** Attention to keys that lie together. */
final class AttentionCases {
  private static final LayerSize ONE = new LayerSize(1, 1, 1, 2, 1);
  private static final LayerSize SMALL = new LayerSize(10, 4, 2, 6, 13);

  private AttentionCases() {}

  private static LayerSize heads(int heads, int groups) {
    return new LayerSize(64 * heads, heads, groups, 64, 1);
  }

  /** Odd sizes, and 1. */
  static List<Case> small() {
    return Stream.of(attention(ONE, 1, 1), attention(SMALL, 5, 7)).flatMap(List::stream).toList();
  }

  /** Several blocks; even, with tails, and more keys than queries. */
  static List<Case> large() {
    return Stream.of(
            attention(heads(4, 4), 128, 128),
            attention(heads(4, 2), 77, 77),
            attention(heads(4, 1), 65, 200))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Case> attention(LayerSize size, int n, int m) {
    int heads = size.heads();
    int groups = size.groups();
    int depth = size.depth();
    float[] queries = Inputs.uniform(1, heads * n * depth);
    float[] keys = Inputs.uniform(2, groups * m * depth);
    float[] values = Inputs.uniform(3, groups * m * depth);
    Slot<Smalti.F32> q = Slot.of(queries, heads, n, depth);
    Slot<Smalti.F32> k = Slot.of(keys, groups, m, depth);
    Slot<Smalti.F32> v = Slot.of(values, groups, m, depth);
    Slot<Smalti.F32> y = Slot.output(F32, heads, n, depth);
    float scale = size.scale();
    return List.of(
        Case.kernel(
                FlashAttention.class,
                "full",
                of -> FlashAttention.full(of.of(q), of.of(k), of.of(v), of.of(y), scale),
                of -> FlashAttentionKernels.full(of.of(q), of.of(k), of.of(v), of.of(y), scale),
                q,
                k,
                v,
                y,
                scale)
            .expecting(y, Reference.attention(queries, keys, values, heads, groups, depth, false)),
        Case.kernel(
                FlashAttention.class,
                "causal",
                of -> FlashAttention.causal(of.of(q), of.of(k), of.of(v), of.of(y), scale),
                of -> FlashAttentionKernels.causal(of.of(q), of.of(k), of.of(v), of.of(y), scale),
                q,
                k,
                v,
                y,
                scale)
            .expecting(y, Reference.attention(queries, keys, values, heads, groups, depth, true)));
  }
}
