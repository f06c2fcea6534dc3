package dev.smalti.lang;

/**
 * How a collective moves its data. Each collective offers some of these; another one is an error
 * that names those it offers. The result has the same bits on all ranks and in all runs, and where
 * a reduction of floats is rounded, the bits depend on the algorithm: the Javadoc of each one in
 * the collectives artefact says in which order it combines.
 */
public enum Algorithm implements CollectiveOption {
  /** Chosen by the size and the number of ranks, as the manual lists. What a call without means. */
  AUTO,

  /** In one step: every rank talks to every other. Best for little data and few ranks. */
  MESH,

  /** A reduce-scatter and an all-gather, each in one step: every rank reduces its segment. */
  TWO_PHASE,

  /** In steps, each with the neighbours in the ring of ranks only. */
  RING,

  /** In log2(ranks) steps, each with the rank at twice the distance, with all of the data. */
  RECURSIVE_DOUBLING,

  /** As recursive doubling, with half of the data of the step before, and back. */
  RABENSEIFNER,

  /** Along a binomial tree, from the leaves to the root or back. */
  TREE,

  /**
   * Along two binary trees, each for one half of the data, in chunks: who passes on in one is a
   * leaf of the other. For much data among many ranks.
   */
  DOUBLE_TREE,

  /** Through rank 0, which counts. For barriers of many ranks. */
  CENTRAL,

  /** Within groups of neighbours, between their first ranks, and within the groups again. */
  HIERARCHICAL
}
