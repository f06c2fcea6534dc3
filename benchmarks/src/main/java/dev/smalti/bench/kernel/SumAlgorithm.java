package dev.smalti.bench.kernel;

import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Window;
import dev.smalti.runtime.Core;

/** The algorithms of an all-reduce. */
public enum SumAlgorithm {
  /** What a call without an algorithm means. */
  AUTO(SumAlgorithmsKernels::auto),

  /** Every rank reads all others. */
  MESH(SumAlgorithmsKernels::mesh),

  /** Every rank sums its segment for all. */
  TWO_PHASE(SumAlgorithmsKernels::twoPhase),

  /** Segments go around. */
  RING(SumAlgorithmsKernels::ring),

  /** Pairs exchange everything. */
  RECURSIVE_DOUBLING(SumAlgorithmsKernels::recursiveDoubling),

  /** Pairs exchange halves. */
  RABENSEIFNER(SumAlgorithmsKernels::rabenseifner),

  /** To one rank and back. */
  TREE(SumAlgorithmsKernels::tree),

  /** Halves to one rank and back, each along a tree. */
  DOUBLE_TREE(SumAlgorithmsKernels::doubleTree),

  /** Groups of ranks first. */
  HIERARCHICAL(SumAlgorithmsKernels::hierarchical);

  /** A compiled kernel. */
  @FunctionalInterface
  private interface Kernel {
    void run(Core core, Window<F32> data, Signal signal);
  }

  private final Kernel kernel;

  SumAlgorithm(Kernel kernel) {
    this.kernel = kernel;
  }

  /** Sums on one rank. */
  void run(Core core, Exchange.Memory memory) {
    kernel.run(core, memory.output(), memory.signal());
  }
}
