package dev.smalti.bench.kernel;

import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Window;
import dev.smalti.runtime.Core;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import dev.smalti.runtime.Worker;
import java.util.Arrays;

/**
 * Times compiled collectives on a pool of threads as the program for MPI times its own: an
 * iteration is a barrier, a look at the clock, the collective, or a batch of it, and a look at the
 * clock; its time is that of the slowest rank. The body of this program is written by hand, since
 * kernels have no clock.
 */
public final class CollectiveRun extends PreparedProgram {
  private CollectiveRun(Worker worker) {
    super(worker, "CollectiveRun");
  }

  /** Sets it up. */
  public static CollectiveRun on(DevicePool pool) {
    return new Program<>("CollectiveRun", CollectiveRun::new).prepare(pool);
  }

  /**
   * Times it.
   *
   * @param exchange what
   * @param bytes of a rank's result
   * @param iterations how many are timed
   * @param batch how often it is done in an iteration
   * @return the seconds of one, for each iteration
   */
  public double[] seconds(Exchange exchange, long bytes, int iterations, int batch) {
    return seconds(exchange.data(), exchange::run, bytes, iterations, batch);
  }

  /**
   * Times an all-reduce in place with a chosen algorithm.
   *
   * @param algorithm which
   * @param bytes of a rank's data
   * @param iterations how many are timed
   * @return the seconds of each
   */
  public double[] seconds(SumAlgorithm algorithm, long bytes, int iterations) {
    return seconds(
        Exchange.Data.IN_PLACE,
        (core, memory, _, _) -> algorithm.run(core, memory),
        bytes,
        iterations,
        1);
  }

  /** What one rank does of an iteration. */
  @FunctionalInterface
  private interface Step {
    void run(Core core, Exchange.Memory memory, int before, int rounds);
  }

  private double[] seconds(Exchange.Data data, Step step, long bytes, int iterations, int batch) {
    long[][] nanos = new long[iterations][];
    execute(
        dispatch -> {
          int ranks = dispatch.size();
          for (int i = 0; i < iterations; i++) {
            nanos[i] = new long[ranks];
          }
          Exchange.Memory memory = memory(dispatch, data, bytes);
          Signal start = dispatch.signal("start", ranks);
          dispatch.forEachRank(
              (core, rank) -> {
                for (int i = 0; i < iterations; i++) {
                  CollectivesKernels.barrier(core, start, 1);
                  long before = System.nanoTime();
                  step.run(core, memory, i * batch, batch);
                  nanos[i][rank] = System.nanoTime() - before;
                }
              });
        });
    return slowest(nanos, batch);
  }

  /**
   * The seconds of one, for each iteration: those of the slowest rank.
   *
   * @param nanos of each rank in each iteration
   * @param batch how often it was done in an iteration
   */
  public static double[] slowest(long[][] nanos, int batch) {
    return Arrays.stream(nanos)
        .mapToDouble(ranks -> Arrays.stream(ranks).max().orElse(0) / 1e9 / batch)
        .toArray();
  }

  /** Does it once with other data, and throws if a result is wrong. */
  public void check(Exchange exchange, long bytes) {
    execute(
        dispatch -> {
          Exchange.Memory memory = memory(dispatch, exchange.data(), bytes);
          Signal start = dispatch.signal("start", dispatch.size());
          dispatch.forEachRank(
              (core, rank) -> {
                exchange.fill(memory, rank);
                CollectivesKernels.barrier(core, start, 1);
                exchange.run(core, memory, 0, 1);
                CollectivesKernels.barrier(core, start, 1);
                exchange.check(memory, core.ranks(), rank);
              });
        });
  }

  private static Exchange.Memory memory(Dispatch dispatch, Exchange.Data data, long bytes) {
    long whole = Math.max(1, bytes / Float.BYTES);
    long input =
        switch (data) {
          case NONE, IN_PLACE -> 1;
          case INTO_ANOTHER -> whole;
          case OF_PARTS -> whole / dispatch.size();
        };
    Window<F32> from = dispatch.window("input", Smalti.F32, input);
    Window<F32> to = dispatch.window("output", Smalti.F32, whole);
    return new Exchange.Memory(from, to, dispatch.signal("signal", dispatch.size()));
  }
}
