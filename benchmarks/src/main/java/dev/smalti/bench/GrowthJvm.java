package dev.smalti.bench;

import dev.smalti.bench.kernel.CollectiveRun;
import dev.smalti.bench.kernel.SumAlgorithm;
import dev.smalti.runtime.DevicePool;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Times the all-reduce among so many ranks, with every algorithm and in every size that fits: by
 * size first, so that what is not measured in time is what is largest.
 */
final class GrowthJvm {
  /** What takes longer is left out. */
  private static final double LONG = 2;

  private static final Duration LIMIT = Duration.ofSeconds(25);

  /** For each size: the JIT compilers are behind by then. */
  private static final Duration WARM_UP = Duration.ofMillis(150);

  private static final double ENOUGH = 0.03;
  private static final int FEW = 3;
  private static final int MANY = 500;

  private GrowthJvm() {}

  /**
   * Measures.
   *
   * @param arguments ranks, and sizes in bytes, ascending
   */
  public static void main(String... arguments) {
    int ranks = Integer.parseInt(arguments[0]);
    TimeLimit.start(LIMIT, "the others were not measured within " + LIMIT, 0);
    try (DevicePool pool = DevicePool.threads(ranks)) {
      Set<SumAlgorithm> open = EnumSet.allOf(SumAlgorithm.class);
      for (String size : List.of(arguments).subList(1, arguments.length)) {
        long bytes = Long.parseLong(size);
        open.removeIf(algorithm -> !isMeasured(pool, algorithm, bytes));
      }
    }
  }

  /** Prints the time; or else it takes so long that larger ones are not tried. */
  private static boolean isMeasured(DevicePool pool, SumAlgorithm algorithm, long bytes) {
    double seconds = seconds(pool, algorithm, bytes);
    if (seconds > LONG) {
      return false;
    }
    String name = algorithm.name().toLowerCase(Locale.ROOT);
    Timing timing = new Timing(CollectiveCell.SMALTI, name, pool.size(), bytes);
    System.out.println(timing.line(seconds));
    return true;
  }

  /** The median of some, behind others that warm up; if one is slow, what it takes itself. */
  private static double seconds(DevicePool pool, SumAlgorithm algorithm, long bytes) {
    try (CollectiveRun run = CollectiveRun.on(pool)) {
      double one = CollectiveJvm.median(run.seconds(algorithm, bytes, 1));
      long start = System.nanoTime();
      while (one < LONG && System.nanoTime() - start < WARM_UP.toNanos()) {
        one = CollectiveJvm.median(run.seconds(algorithm, bytes, some(one)));
      }
      return one > ENOUGH ? one : CollectiveJvm.median(run.seconds(algorithm, bytes, some(one)));
    }
  }

  /** So many as take long enough to be timed. */
  private static int some(double seconds) {
    return seconds > ENOUGH ? 1 : (int) Math.clamp(ENOUGH / seconds, FEW, MANY);
  }
}
