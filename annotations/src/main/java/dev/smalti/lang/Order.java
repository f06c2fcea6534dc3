package dev.smalti.lang;

/** In which order a reduction combines what the ranks have. */
public enum Order implements CollectiveOption {
  /**
   * {@code ((x0 op x1) op x2) op ...}, in the order of the ranks, whatever the size and the number
   * of ranks. {@link Algorithm#MESH} and {@link Algorithm#TWO_PHASE} combine so, and {@link
   * Algorithm#AUTO} chooses one of them; with another algorithm it is an error.
   */
  CANONICAL
}
