package dev.smalti.examples.reference;

/**
 * The weights of a decoder layer.
 *
 * @param norm before the attention, [hidden]
 * @param toQueries [heads, hidden, depth]
 * @param toKeys [groups, hidden, depth]
 * @param toValues [groups, hidden, depth]
 * @param queryNorm of each head, [depth]
 * @param keyNorm of each head, [depth]
 * @param fromHeads [heads, depth, hidden]
 * @param innerNorm before the feed-forward part, [hidden]
 * @param gate [hidden, inner]
 * @param up [hidden, inner]
 * @param down [inner, hidden]
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record LayerWeights(
    float[] norm,
    float[] toQueries,
    float[] toKeys,
    float[] toValues,
    float[] queryNorm,
    float[] keyNorm,
    float[] fromHeads,
    float[] innerNorm,
    float[] gate,
    float[] up,
    float[] down) {
  /** Some, the same in every run. */
  public static LayerWeights of(LayerSize size) {
    int hidden = size.hidden();
    int all = size.heads() * size.depth();
    int shared = size.groups() * size.depth();
    return new LayerWeights(
        Inputs.uniform(10, hidden),
        Inputs.weights(11, hidden, all),
        Inputs.weights(12, hidden, shared),
        Inputs.weights(13, hidden, shared),
        Inputs.uniform(14, size.depth()),
        Inputs.uniform(15, size.depth()),
        Inputs.weights(16, all, hidden),
        Inputs.uniform(17, hidden),
        Inputs.weights(18, hidden, size.inner()),
        Inputs.weights(19, hidden, size.inner()),
        Inputs.weights(20, size.inner(), hidden));
  }
}
