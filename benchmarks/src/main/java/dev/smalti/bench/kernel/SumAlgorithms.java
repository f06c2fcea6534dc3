package dev.smalti.bench.kernel;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** An all-reduce in place with each of its algorithms. */
final class SumAlgorithms {
  private SumAlgorithms() {}

  @InCore
  static void auto(@Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal) {
    data.allReduce(signal, SUM);
  }

  @InCore
  static void mesh(@Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal) {
    data.allReduce(signal, SUM, MESH);
  }

  @InCore
  static void twoPhase(@Shape("?") Window<F32> data, @Shape("ranks") Signal signal) {
    data.allReduce(signal, SUM, TWO_PHASE);
  }

  @InCore
  static void ring(@Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal) {
    data.allReduce(signal, SUM, RING);
  }

  @InCore
  static void recursiveDoubling(
      @Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal) {
    data.allReduce(signal, SUM, RECURSIVE_DOUBLING);
  }

  @InCore
  static void rabenseifner(@Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal) {
    data.allReduce(signal, SUM, RABENSEIFNER);
  }

  @InCore
  static void tree(@Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal) {
    data.allReduce(signal, SUM, TREE);
  }

  @InCore
  static void doubleTree(@Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal) {
    data.allReduce(signal, SUM, DOUBLE_TREE);
  }

  @InCore
  static void hierarchical(@Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal) {
    data.allReduce(signal, SUM, HIERARCHICAL);
  }
}
