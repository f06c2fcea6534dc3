package dev.smalti.bench;

import dev.smalti.bench.kernel.CollectiveRun;
import dev.smalti.bench.kernel.Exchange;
import dev.smalti.runtime.DevicePool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Many more ranks than processors, in a JVM of its own: a barrier, beside that of the JDK among as
 * many virtual threads, and sums if asked for, which have to be right before the time is over.
 */
final class CrowdJvm {
  /** The argument that asks for sums. */
  static final String SUMMED = "summed";

  /** Both take turns, as either may be in a fast or a slow mode for some time. */
  private static final int SERIES = 5;

  private static final int ITERATIONS = 11;
  private static final int BATCH = 10;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final List<Long> SUMS = List.of(64L << 10, 1L << 20);

  private CrowdJvm() {}

  /**
   * Measures.
   *
   * @param arguments ranks, plan, and {@link #SUMMED} if sums are asked for
   */
  public static void main(String... arguments) throws InterruptedException {
    int ranks = Integer.parseInt(arguments[0]);
    Plan plan = Plan.named(arguments[1]);
    TimeLimit.start(LIMIT, "Error: " + ranks + " ranks have not completed within " + LIMIT, 1);
    try (DevicePool pool = DevicePool.threads(ranks);
        CollectiveRun run = CollectiveRun.on(pool)) {
      CollectiveJvm.warmUp(plan, () -> run.seconds(Exchange.BARRIER, 0, ITERATIONS, BATCH));
      CollectiveJvm.warmUp(plan, () -> cyclic(ranks));
      List<double[]> ours = new ArrayList<>();
      List<double[]> theirs = new ArrayList<>();
      for (int series = 0; series < (plan.isQuick() ? 1 : SERIES); series++) {
        ours.add(run.seconds(Exchange.BARRIER, 0, ITERATIONS, BATCH));
        theirs.add(cyclic(ranks));
      }
      print("barrier", ranks, 0, all(ours));
      print("cyclicbarrier", ranks, 0, all(theirs));
      for (long bytes : List.of(arguments).contains(SUMMED) ? SUMS : List.<Long>of()) {
        run.check(Exchange.IN_PLACE, bytes);
        print("inplace", ranks, bytes, run.seconds(Exchange.IN_PLACE, bytes, 1, 1));
      }
    }
  }

  private static double[] all(List<double[]> series) {
    return series.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private static void print(String what, int ranks, long bytes, double... seconds) {
    Timing timing = new Timing(CollectiveCell.SMALTI, what, ranks, bytes);
    System.out.println(timing.line(CollectiveJvm.median(seconds)));
  }

  /** The seconds of a barrier of the JDK, as {@link CollectiveRun} has those of ours. */
  private static double[] cyclic(int parties) {
    CyclicBarrier barrier = new CyclicBarrier(parties);
    long[][] nanos = new long[ITERATIONS][parties];
    List<Thread> threads = new ArrayList<>();
    for (int party = 0; party < parties; party++) {
      int me = party;
      threads.add(Thread.ofVirtual().start(() -> meet(barrier, nanos, me)));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return CollectiveRun.slowest(nanos, BATCH);
  }

  private static void meet(CyclicBarrier barrier, long[][] nanos, int me) {
    try {
      for (long[] iteration : nanos) {
        barrier.await();
        long before = System.nanoTime();
        for (int i = 0; i < BATCH; i++) {
          barrier.await();
        }
        iteration[me] = System.nanoTime() - before;
      }
    } catch (InterruptedException | BrokenBarrierException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
