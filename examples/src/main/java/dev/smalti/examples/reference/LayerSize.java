package dev.smalti.examples.reference;

/**
 * How large a decoder layer is.
 *
 * @param hidden numbers of a token
 * @param heads of the attention
 * @param groups of heads that share keys and values; divides the heads
 * @param depth of a head, even
 * @param inner numbers of a token within the feed-forward part
 */
public record LayerSize(int hidden, int heads, int groups, int depth, int inner) {
  /** By what scores are multiplied: one divided by the root of the depth. */
  public float scale() {
    return (float) (1 / Math.sqrt(depth));
  }
}
