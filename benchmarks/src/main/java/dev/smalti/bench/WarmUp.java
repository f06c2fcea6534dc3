package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a kernel became fast in one JVM. The first call counts, and what it loads.
 *
 * @param windows one after the other, from the first call on
 */
record WarmUp(List<Window> windows) {
  private static final double CLOSE = 1.5;

  /** So many windows at the end are the steady state. */
  private static final int END = 50;

  /**
   * So many from a window on have to be fast, by their median: one may be somebody else's fault.
   */
  private static final int NEXT = 10;

  /** What the slower one of the kernels is called in the measured rounds. */
  static final String SLOWER = "the slower one";

  /**
   * Seconds until kernels were warm.
   *
   * @param contest how this is called
   * @param each the JVMs of each kernel, as many of one as of another
   */
  static Measured measured(String contest, Map<String, List<WarmUp>> each) {
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    List<Double> slower = new ArrayList<>();
    each.forEach(
        (kernel, jvms) -> {
          double steady = Interval.median(jvms.stream().map(WarmUp::steady).toList());
          List<Double> warm = jvms.stream().map(jvm -> jvm.seconds(steady)).toList();
          seconds.put(kernel, warm);
          for (int i = 0; i < warm.size(); i++) {
            if (i == slower.size()) {
              slower.add(warm.get(i));
            }
            slower.set(i, Math.max(slower.get(i), warm.get(i)));
          }
        });
    seconds.put(SLOWER, slower);
    return new Measured(contest, List.of(), seconds);
  }

  /**
   * Some calls.
   *
   * @param end seconds since the first call
   * @param call seconds of a call
   */
  record Window(double end, double call) {}

  /** Seconds of a call in the end. */
  double steady() {
    return median(Math.max(0, windows.size() - END), windows.size());
  }

  /**
   * When it was warm.
   *
   * @param steady seconds of a call in the end, in other JVMs too: one that never becomes as fast
   *     was never warm
   * @return seconds until a call takes at most one and a half times that; infinite if none does
   */
  double seconds(double steady) {
    double close = CLOSE * steady;
    for (int i = 0; i < windows.size(); i++) {
      if (windows.get(i).call() <= close
          && median(i, Math.min(i + NEXT, windows.size())) <= close) {
        return windows.get(i).end();
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private double median(int from, int to) {
    return Interval.median(windows.subList(from, to).stream().map(Window::call).toList());
  }
}
