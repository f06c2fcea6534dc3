package dev.smalti.bench.kernel;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntConsumer;
import java.util.function.LongFunction;

/** An all-reduce of 32-bit floats on two ranks, ready to run. */
public final class AllReduceRun implements AutoCloseable {
  /** How many ranks. */
  public static final int RANKS = 2;

  private final DevicePool pool = DevicePool.threads(RANKS);
  private final PreparedProgram program;
  private final IntConsumer run;
  private final MemorySegment outputs;

  private AllReduceRun(String algorithm, long bytes, LongFunction<MemorySegment> memory) {
    MemorySegment inputs = memory.apply(RANKS * bytes);
    outputs = memory.apply(RANKS * bytes);
    long count = RANKS * bytes / Float.BYTES;
    for (long i = 0; i < count; i++) {
      inputs.setAtIndex(ValueLayout.JAVA_FLOAT, i, value(i, count));
    }
    long[] shape =
        algorithm.equals("mesh")
            ? new long[] {RANKS, 1, count / RANKS}
            : new long[] {RANKS, count / RANKS / AllReduce.COLUMNS, AllReduce.COLUMNS};
    Tensor<F32> from = Tensor.of(Smalti.F32, inputs, shape);
    Tensor<F32> to = Tensor.of(Smalti.F32, outputs, shape);
    if (algorithm.equals("mesh")) {
      var meshed = AllReducePrograms.meshed().prepare(pool);
      program = meshed;
      run = rounds -> meshed.run(from, to, rounds);
    } else {
      var pushed = AllReducePrograms.pushed().prepare(pool);
      program = pushed;
      run = rounds -> pushed.run(from, to, rounds);
    }
  }

  /**
   * Sets it up.
   *
   * @param algorithm {@code mesh} or {@code push}
   * @param bytes the bytes that a rank contributes; for {@code push} a multiple of 32 KiB
   * @param memory where tensors are
   */
  public static AllReduceRun of(String algorithm, long bytes, LongFunction<MemorySegment> memory) {
    return new AllReduceRun(algorithm, bytes, memory);
  }

  /** The class of the kernels. */
  public static Class<?> kernels() {
    return AllReduce.class;
  }

  /** The same at all ranks' elements but for the rank: small numbers, whose sums are exact. */
  private static float value(long i, long count) {
    long mine = count / RANKS;
    return (i / mine + 1) * (i % mine % 7 + 1);
  }

  /** One dispatch, in which the sum is taken so many times. */
  public void run(int rounds) {
    run.accept(rounds);
  }

  /** Throws if a sum of the last run is wrong. */
  public void check() {
    long count = outputs.byteSize() / Float.BYTES;
    long mine = count / RANKS;
    for (long i = 0; i < count; i++) {
      float expected = RANKS * (RANKS + 1) / 2 * (i % mine % 7 + 1);
      float actual = outputs.getAtIndex(ValueLayout.JAVA_FLOAT, i);
      if (Float.compare(expected, actual) != 0) {
        throw new IllegalStateException(
            "sum %d of rank %d is %s, expected %s".formatted(i % mine, i / mine, actual, expected));
      }
    }
  }

  @Override
  public void close() {
    program.close();
    pool.close();
  }
}
