package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import java.util.ArrayList;
import java.util.List;

/**
 * Times a call that is too short to be timed alone: in batches, each of as many calls as take the
 * time that the plan says.
 */
final class Batches implements Contestant.Turn {
  /** A call that takes so long is timed once a turn. */
  private static final double LONG = 0.05;

  /** Warm is who has become no faster in so many batches of a tenth of the warm-up. */
  private static final int STEADY = 3;

  private static final double SAME = 0.9;
  private static final int PATIENCE = 4;

  private final Runnable call;
  private final Plan plan;
  private long calls = 1;

  private Batches(Runnable call, Plan plan) {
    this.call = call;
    this.plan = plan;
  }

  /** Calls until the JIT compilers have nothing to add. */
  static Batches warm(Runnable call, Plan plan) {
    Batches batches = new Batches(call, plan);
    batches.warmUp();
    return batches;
  }

  private void warmUp() {
    long start = System.nanoTime();
    double best = Double.POSITIVE_INFINITY;
    int steady = 0;
    double spent = 0;
    while (spent < plan.warmUp() || (steady < STEADY && spent < PATIENCE * plan.warmUp())) {
      double each = spend(plan.warmUp() / 10);
      steady = each > SAME * best ? steady + 1 : 0;
      best = Math.min(best, each);
      spent = (System.nanoTime() - start) / 1e9;
    }
    calls = Math.max(1, Math.round(Math.ceil(plan.batch() / best)));
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
    List<Double> batches = new ArrayList<>();
    do {
      batches.add(batch());
    } while (batches.size() < plan.batches() && batches.getFirst() < LONG);
    return Interval.median(batches);
  }

  private double batch() {
    long start = System.nanoTime();
    for (long i = 0; i < calls; i++) {
      call.run();
    }
    return (System.nanoTime() - start) / 1e9 / calls;
  }
}
