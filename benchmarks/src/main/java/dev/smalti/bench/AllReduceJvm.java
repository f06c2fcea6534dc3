package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import dev.smalti.bench.kernel.AllReduceRun;
import dev.smalti.bench.peer.NativeBuffers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Times one all-reduce within a dispatch: two dispatches that differ only in how often the sum is
 * taken, and the difference of their times. So the dispatch itself does not count, as it does not
 * for peers that have none.
 */
final class AllReduceJvm {
  /** Before the seconds, on a line of their own. */
  static final String SECONDS = "seconds=";

  private static final double PAIRS_SECONDS = 0.5;

  private AllReduceJvm() {}

  /**
   * Measures.
   *
   * @param arguments algorithm, bytes, plan
   */
  public static void main(String... arguments) {
    NativeBuffers memory = new NativeBuffers();
    long bytes = Long.parseLong(arguments[1]);
    Plan plan = Plan.named(arguments[2]);
    try (AllReduceRun run = AllReduceRun.of(arguments[0], bytes, memory::allocate)) {
      System.out.printf(Locale.ROOT, "%s%.12f%n", SECONDS, seconds(run, bytes, plan));
    }
  }

  private static double seconds(AllReduceRun run, long bytes, Plan plan) {
    int more = Math.clamp((64L << 20) / bytes, 4, plan.isQuick() ? 20 : 2000);
    long warm = System.nanoTime() + (long) (1e9 * plan.warmUp());
    do {
      run.run(1 + more);
      run.check();
    } while (System.nanoTime() < warm);
    List<Double> differences = new ArrayList<>();
    long end = System.nanoTime() + (long) (1e9 * (plan.isQuick() ? 0 : PAIRS_SECONDS));
    do {
      double once = time(run, 1);
      differences.add((time(run, 1 + more) - once) / more);
    } while (System.nanoTime() < end || differences.size() < 5);
    return Math.max(0, Interval.median(differences));
  }

  private static double time(AllReduceRun run, int rounds) {
    long start = System.nanoTime();
    run.run(rounds);
    return (System.nanoTime() - start) / 1e9;
  }
}
