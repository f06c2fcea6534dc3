package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import dev.smalti.bench.kernel.CollectiveRun;
import dev.smalti.bench.kernel.Exchange;
import dev.smalti.runtime.DevicePool;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/**
 * Times collectives in a JVM of its own, with as many iterations as the program for MPI: batches of
 * ten up to 1 KiB, else one by one.
 */
final class CollectiveJvm {
  private static final int BATCH = 10;
  private static final long SMALL = 1 << 10;
  private static final long MIDDLE = 64 << 10;
  private static final long LARGE = 1 << 20;
  private static final long HUGE = 16 << 20;

  /** The warm-up goes on while JIT compilers work, up to so many times what the plan says. */
  private static final int PATIENCE = 10;

  private CollectiveJvm() {}

  /**
   * Measures.
   *
   * @param arguments ranks, plan, and what: a name, and behind a colon the bytes
   */
  public static void main(String... arguments) {
    int ranks = Integer.parseInt(arguments[0]);
    Plan plan = Plan.named(arguments[1]);
    try (DevicePool pool = DevicePool.threads(ranks);
        CollectiveRun run = CollectiveRun.on(pool)) {
      for (String each : Arrays.asList(arguments).subList(2, arguments.length)) {
        List<String> parts = List.of(each.split(":", -1));
        Exchange exchange = Exchange.named(parts.getFirst());
        long bytes = Long.parseLong(parts.getLast());
        Timing timing = new Timing(CollectiveCell.SMALTI, parts.getFirst(), ranks, bytes);
        System.out.println(timing.line(seconds(run, plan, timing, exchange)));
      }
    }
  }

  private static double seconds(CollectiveRun run, Plan plan, Timing timing, Exchange exchange) {
    long bytes = timing.bytes();
    int iterations = plan.isQuick() ? 3 : iterations(timing.ranks(), bytes);
    int batch = bytes <= SMALL ? BATCH : 1;
    if (exchange.hasData()) {
      run.check(exchange, bytes);
    }
    warmUp(plan, () -> run.seconds(exchange, bytes, iterations, batch));
    return median(run.seconds(exchange, bytes, iterations, batch));
  }

  /** Works until JIT compilers have nothing to add. */
  static void warmUp(Plan plan, Runnable work) {
    long began = System.nanoTime();
    long quiet = began;
    long compiled = -1;
    double warm = 1e9 * plan.warmUp();
    long now;
    do {
      work.run();
      now = System.nanoTime();
      long total = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
      if (total != compiled) {
        compiled = total;
        quiet = now;
      }
    } while (now - began < warm || (now - quiet < warm / 2 && now - began < PATIENCE * warm));
  }

  static double median(double... seconds) {
    return Interval.median(Arrays.stream(seconds).boxed().toList());
  }

  /** As many as the program for MPI has. */
  private static int iterations(int ranks, long bytes) {
    if (bytes <= SMALL) {
      return ranks > 2 ? 300 : 2000;
    }
    if (bytes <= MIDDLE) {
      return 500;
    }
    if (bytes <= LARGE) {
      return 100;
    }
    return bytes <= HUGE && ranks <= 4 ? 16 : 7;
  }
}
