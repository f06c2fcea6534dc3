package dev.smalti.examples.conformance;

import dev.smalti.lang.Smalti;

/** Rows of numbers 100 r + i, whose sums over ranks are exact. */
final class Ramps {
  private Ramps() {}

  /** An input of a row a rank. */
  static Slot<Smalti.F32> of(int ranks, int columns) {
    return Slot.of(CommunicationCases.table(ranks, columns, Ramps::at), ranks, 1, columns);
  }

  static float at(int rank, int i) {
    return 100 * rank + i;
  }

  /** The sum of element i over all ranks. */
  static float sum(int ranks, int i) {
    return ranks * i + 100 * ranks * (ranks - 1) / 2;
  }

  /** What a row a rank is expected to be. */
  static long[] bits(int ranks, int columns, CommunicationCases.Value value) {
    return Bits.of(CommunicationCases.table(ranks, columns, value));
  }
}
