package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import dev.smalti.runtime.DevicePool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The all-reduce on every pool, with any number of ranks. */
final class AllReduceTest {
  private static final float SENTINEL = -12345.5f;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 64})
  void onThreads(int ranks) {
    try (DevicePool pool = DevicePool.threads(ranks)) {
      twice(pool);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8, 64})
  void oneRankAtATime(int ranks) {
    for (long seed = 0; seed < 3; seed++) {
      try (DevicePool pool = DevicePool.seeded(ranks, seed)) {
        twice(pool);
      }
    }
  }

  @Test
  void thousandTimesWithDelays() {
    long seed = System.nanoTime();
    try (DevicePool pool = Jitter.threads(8, seed);
        RingSum program = RingSum.program().prepare(pool)) {
      for (int repetition = 0; repetition < 1000; repetition++) {
        check(program, 8, 16 + repetition % 3, "seed " + seed + ", repetition " + repetition);
      }
    }
  }

  /** With as many ranks as processors the ranks spin, and no delay hides a missing fence. */
  @Test
  void thousandTimesWithoutDelays() {
    for (int ranks : new int[] {2, 3, 8}) {
      try (DevicePool pool = DevicePool.threads(ranks);
          RingSum program = RingSum.program().prepare(pool)) {
        for (int repetition = 0; repetition < 1000; repetition++) {
          check(program, ranks, 64, "ranks " + ranks + ", repetition " + repetition);
        }
      }
    }
  }

  /** More pools than processors: ranks are taken off a processor wherever they are. */
  @Test
  void severalPoolsAtOnceAreNeverTakenForStuck() throws Exception {
    try (var pools = Executors.newFixedThreadPool(6)) {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        int ranks = 2 + i % 2;
        runs.add(pools.submit(() -> manyTimes(ranks, 1500)));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    }
  }

  private static void manyTimes(int ranks, int repetitions) {
    try (DevicePool pool = DevicePool.threads(ranks);
        RingSum program = RingSum.program().prepare(pool)) {
      for (int repetition = 0; repetition < repetitions; repetition++) {
        check(program, ranks, 4, "ranks " + ranks + ", repetition " + repetition);
      }
    }
  }

  /** The windows of the first run serve the second, and larger ones are made for the third. */
  private static void twice(DevicePool pool) {
    try (RingSum program = RingSum.program().prepare(pool)) {
      check(program, pool.size(), 5, "first");
      check(program, pool.size(), 5, "same shapes");
      check(program, pool.size(), 300, "other shapes");
    }
  }

  private static void check(RingSum program, int ranks, int n, String which) {
    float[] in = new float[ranks * n];
    for (int i = 0; i < in.length; i++) {
      in[i] = (float) Math.sin(i + which.length());
    }
    float[] out = new float[ranks * n + 2];
    Arrays.fill(out, SENTINEL);
    Tensor<F32> inputs = Tensor.of(in, ranks, 1, n);
    Tensor<F32> outputs = Tensor.of(Arrays.copyOf(out, ranks * n), ranks, 1, n);
    program.run(inputs, outputs);
    float[] got = new float[ranks * n];
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 0; i < n; i++) {
        got[rank * n + i] = (float) outputs.at(rank).read(dev.smalti.lang.Smalti.at(0, i));
      }
    }
    assertWithMessage(which).that(got).isEqualTo(expected(in, ranks, n));
    assertThat(in[0]).isEqualTo((float) Math.sin(which.length()));
  }

  /** The own row first, then those of the peers in ascending order. */
  private static float[] expected(float[] in, int ranks, int n) {
    float[] sums = new float[ranks * n];
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 0; i < n; i++) {
        float sum = in[rank * n + i];
        for (int peer = 0; peer < ranks; peer++) {
          sum = peer == rank ? sum : sum + in[peer * n + i];
        }
        sums[rank * n + i] = sum;
      }
    }
    return sums;
  }
}
