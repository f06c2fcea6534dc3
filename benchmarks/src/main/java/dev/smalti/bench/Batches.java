package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Times a call that is too short to be timed alone: in batches, each of as many calls as take the
 * time that the plan says.
 */
final class Batches implements Contestant.Turn {
  /** A call that takes so long is timed once a turn. */
  private static final double LONG = 0.05;

  /** Steady is who became no faster in so many parts of the warm-up, one after the other. */
  private static final int STEADY = 3;

  private static final double PARTS = 5;
  private static final double SAME = 0.9;

  /** A part in which the JIT compilers worked for more of the time than this is not steady. */
  private static final double QUIET = 0.02;

  /** After so many warm-ups it is as warm as it gets. */
  private static final int PATIENCE = 10;

  private final Runnable call;
  private final Plan plan;
  private double best = Double.POSITIVE_INFINITY;

  Batches(Runnable call, Plan plan) {
    this.call = call;
    this.plan = plan;
  }

  /**
   * Calls until the JIT compilers have nothing to add. Code of the Vector API is a thousand times
   * as slow before they are done with it, and on a busy machine that takes them long.
   */
  void warmUp() {
    long start = System.nanoTime();
    int steady = 0;
    double spent = 0;
    while (spent < plan.warmUp() || (steady < STEADY && spent < PATIENCE * plan.warmUp())) {
      long compiled = compilation();
      double each = spend(plan.warmUp() / PARTS);
      boolean quiet = (compilation() - compiled) / 1e3 <= QUIET * plan.warmUp() / PARTS;
      steady = quiet && each > SAME * best ? steady + 1 : 0;
      best = Math.min(best, each);
      spent = (System.nanoTime() - start) / 1e9;
    }
  }

  /** Milliseconds that the JIT compilers have worked. */
  private static long compilation() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
  }

  /** Calls for about so many seconds; gives those of one call. */
  private double spend(double seconds) {
    long start = System.nanoTime();
    long count = 0;
    double spent;
    do {
      call.run();
      count++;
      spent = (System.nanoTime() - start) / 1e9;
    } while (spent < seconds);
    return spent / count;
  }

  @Override
  public double seconds() {
    long calls = Math.max(1, (long) Math.ceil(plan.batch() / best));
    List<Double> batches = new ArrayList<>();
    do {
      batches.add(batch(calls));
    } while (batches.size() < plan.batches() && batches.getFirst() < LONG);
    return Interval.median(batches);
  }

  private double batch(long calls) {
    long start = System.nanoTime();
    for (long i = 0; i < calls; i++) {
      call.run();
    }
    return (System.nanoTime() - start) / 1e9 / calls;
  }
}
