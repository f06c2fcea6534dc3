package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.I32;

import dev.smalti.lang.Smalti;
import java.util.ArrayList;
import java.util.List;

/** Programs whose tasks wait for signals, with what each computes in closed form. */
final class DeferredCases {
  private static final int LANES = 8;

  private DeferredCases() {}

  /**
   * Each rank copies what the one before it has published, once for each waiter.
   *
   * @param waiters how many tasks of a rank wait at the same time
   * @param epochs what is published in each dispatch, in lane 0; the others hold the rank
   */
  static Case exchange(int ranks, int waiters, int... epochs) {
    List<Integer> inputs = new ArrayList<>();
    List<Long> copies = new ArrayList<>();
    for (int epoch : epochs) {
      for (int rank = 0; rank < ranks; rank++) {
        for (int lane = 0; lane < LANES; lane++) {
          inputs.add(lane == 0 ? epoch : rank + 1);
        }
        for (int i = 0; i < waiters * LANES; i++) {
          copies.add(i % LANES == 0 ? epoch : (rank + ranks - 1) % ranks + 1L);
        }
      }
    }
    Slot<Smalti.I32> x =
        Slot.of(inputs.stream().mapToInt(value -> value).toArray(), epochs.length, ranks, 1, LANES);
    Slot<Smalti.I32> y = Slot.output(I32, epochs.length, ranks, waiters, LANES);
    return Case.program(
            DeferredCopies.class,
            "exchange",
            ranks,
            (world, of) -> DeferredCopies.exchange(world, of.of(x), of.of(y)),
            DeferredCopiesPrograms.exchange(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, copies.stream().mapToLong(value -> value).toArray());
  }

  /** A sum in a chain of tasks, each behind the one before and behind a signal. */
  static Case sums(int ranks) {
    int size = 4 * LANES;
    int[] inputs = new int[ranks * size];
    long[] sums = new long[ranks * size];
    long[] each = new long[ranks * ranks * size];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = 1000 * (i / size) + i % size;
      sums[i] = 500L * ranks * (ranks - 1) + (long) ranks * (i % size);
    }
    for (int i = 0; i < each.length; i++) {
      each[i] = inputs[i % inputs.length];
    }
    Slot<Smalti.I32> x = Slot.of(inputs, ranks, 4, LANES);
    Slot<Smalti.I32> y = Slot.output(I32, ranks, ranks, 4, LANES);
    Slot<Smalti.I32> z = Slot.output(I32, ranks, 4, LANES);
    return Case.program(
            DeferredCopies.class,
            "sums",
            ranks,
            (world, of) -> DeferredCopies.sums(world, of.of(x), of.of(y), of.of(z)),
            DeferredCopiesPrograms.sums(),
            (program, of) -> program.run(of.of(x), of.of(y), of.of(z)),
            x,
            y,
            z)
        .expecting(y, each)
        .expecting(z, sums);
  }
}
