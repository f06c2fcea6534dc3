package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import dev.smalti.bench.kernel.Competitor;
import dev.smalti.bench.kernel.Form;
import dev.smalti.bench.kernel.Libraries;
import dev.smalti.bench.kernel.Workloads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Calls a kernel in a JVM that has just started, until the JIT compilers have nothing to add. */
final class WarmUpJvm {
  /** Calls are looked at in windows of so many seconds, each by its median. */
  private static final double WINDOW = 0.01;

  /** Seconds in which nothing may be compiled before it ends. */
  private static final double QUIET = 1;

  private static final double AT_LEAST = 2.5;
  private static final double AT_MOST = 15;

  private WarmUpJvm() {}

  /**
   * Writes the windows.
   *
   * @param arguments workload, tier, file
   */
  public static void main(String... arguments) throws IOException {
    Tiers.check(arguments[1]);
    Form form =
        Workloads.named(arguments[0])
            .make()
            .get()
            .form(Competitor.SMALTI_HEAP, new Libraries("", "", "", ""));
    Json.write(Path.of(arguments[2]), new WarmUp(windows(form)));
  }

  private static List<WarmUp.Window> windows(Runnable call) {
    List<WarmUp.Window> windows = new ArrayList<>();
    List<Double> calls = new ArrayList<>();
    long start = System.nanoTime();
    double opened = 0;
    double before = 0;
    double busy = 0;
    long compiled = 0;
    while (before < AT_LEAST || (before < busy + QUIET && before < AT_MOST)) {
      call.run();
      double now = (System.nanoTime() - start) / 1e9;
      calls.add(now - before);
      before = now;
      if (now - opened >= WINDOW) {
        windows.add(new WarmUp.Window(now, Interval.median(calls)));
        calls.clear();
        long all = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
        busy = all > compiled ? now : busy;
        compiled = all;
        opened = (System.nanoTime() - start) / 1e9;
        before = opened;
      }
    }
    return windows;
  }
}
