package dev.smalti.bench.kernel;

import dev.smalti.runtime.Core;

/** The algorithms of an all-reduce. */
public enum SumAlgorithm {
  /** What a call without an algorithm means. */
  AUTO {
    @Override
    void run(Core core, Exchange.Memory memory) {
      SumAlgorithmsKernels.auto(core, memory.output(), memory.signal());
    }
  },

  /** Every rank reads all others. */
  MESH {
    @Override
    void run(Core core, Exchange.Memory memory) {
      SumAlgorithmsKernels.mesh(core, memory.output(), memory.signal());
    }
  },

  /** Every rank sums its segment for all. */
  TWO_PHASE {
    @Override
    void run(Core core, Exchange.Memory memory) {
      SumAlgorithmsKernels.twoPhase(core, memory.output(), memory.signal());
    }
  },

  /** Segments go around. */
  RING {
    @Override
    void run(Core core, Exchange.Memory memory) {
      SumAlgorithmsKernels.ring(core, memory.output(), memory.signal());
    }
  },

  /** Pairs exchange everything. */
  RECURSIVE_DOUBLING {
    @Override
    void run(Core core, Exchange.Memory memory) {
      SumAlgorithmsKernels.recursiveDoubling(core, memory.output(), memory.signal());
    }
  },

  /** Pairs exchange halves. */
  RABENSEIFNER {
    @Override
    void run(Core core, Exchange.Memory memory) {
      SumAlgorithmsKernels.rabenseifner(core, memory.output(), memory.signal());
    }
  },

  /** To one rank and back. */
  TREE {
    @Override
    void run(Core core, Exchange.Memory memory) {
      SumAlgorithmsKernels.tree(core, memory.output(), memory.signal());
    }
  },

  /** Groups of ranks first. */
  HIERARCHICAL {
    @Override
    void run(Core core, Exchange.Memory memory) {
      SumAlgorithmsKernels.hierarchical(core, memory.output(), memory.signal());
    }
  };

  /** Sums on one rank. */
  abstract void run(Core core, Exchange.Memory memory);
}
