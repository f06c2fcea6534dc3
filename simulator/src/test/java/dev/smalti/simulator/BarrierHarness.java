package dev.smalti.simulator;

import dev.smalti.lang.Compare;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Update;
import dev.smalti.runtime.Core;
import dev.smalti.runtime.DevicePool;
import java.util.Arrays;

/**
 * Measures a barrier: each rank notifies every other one and waits for all. Prints the median and
 * the worst of the times that rank 0 takes. Not a test, since times depend on what else the machine
 * does.
 */
final class BarrierHarness {
  private static final int WARM = 300;
  private static final int MEASURED = 300;

  private BarrierHarness() {}

  /**
   * Measures for each number of ranks.
   *
   * @param arguments numbers of ranks; 1 to 64 if there is none
   */
  public static void main(String[] arguments) {
    int[] sizes =
        arguments.length == 0
            ? new int[] {1, 2, 4, 8, 16, 32, 64}
            : Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
    for (int ranks : sizes) {
      long[] nanos = measure(ranks);
      System.out.printf(
          "barrier of %d ranks: median %.1f us, worst %.1f us%n",
          ranks, nanos[nanos.length / 2] / 1e3, nanos[nanos.length - 1] / 1e3);
    }
  }

  /** The times of rank 0 in nanoseconds, ascending. */
  static long[] measure(int ranks) {
    long[] nanos = new long[MEASURED];
    try (DevicePool pool = DevicePool.threads(ranks);
        Scripted program = Scripted.program().prepare(pool)) {
      program.run(
          dispatch -> {
            Signal arrived = dispatch.signal("arrived", ranks, 1);
            dispatch.forEachRank(
                (core, rank) -> {
                  for (int round = 1; round <= WARM + MEASURED; round++) {
                    long start = System.nanoTime();
                    barrier(core, arrived, round);
                    if (rank == 0 && round > WARM) {
                      nanos[round - WARM - 1] = System.nanoTime() - start;
                    }
                  }
                });
          });
    }
    Arrays.sort(nanos);
    return nanos;
  }

  private static void barrier(Core core, Signal arrived, int round) {
    int me = core.rank();
    for (int peer = 0; peer < core.ranks(); peer++) {
      if (peer != me) {
        core.notify(arrived, peer, core.cell(arrived, 1, me, 0), Update.ADD, 1, 1);
      }
    }
    for (int source = 0; source < core.ranks(); source++) {
      if (source != me) {
        core.await(arrived, core.cell(arrived, 2, source, 0), Compare.GE, round, 2);
      }
    }
  }
}
