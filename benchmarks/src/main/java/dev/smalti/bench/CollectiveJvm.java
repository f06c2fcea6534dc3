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
  private static final double PATIENCE = 4;

  /** JIT compilers have little to add when they take at most this part of the time. */
  private static final double LITTLE = 0.05;

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

  /** Works until JIT compilers have little to add. */
  static void warmUp(Plan plan, Runnable work) {
    double warm = 1e9 * plan.warmUp();
    double most = PATIENCE * warm;
    double spent = 0;
    boolean busy;
    do {
      long compiled = compilation();
      double window = work(work, warm / 2);
      busy = 1e6 * (compilation() - compiled) > LITTLE * window;
      spent += window;
    } while (spent < warm || (busy && spent < most));
  }

  /** Works for so many nanoseconds at least; gives how many it were. */
  private static double work(Runnable work, double least) {
    long began = System.nanoTime();
    do {
      work.run();
    } while (System.nanoTime() - began < least);
    return System.nanoTime() - began;
  }

  /** The milliseconds that JIT compilers have worked. */
  private static long compilation() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
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
