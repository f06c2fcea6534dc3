package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.runtime.DevicePool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run is over when everything that was dispatched is done, and not before: also when a rank is
 * done with its work before the host has noted that it gave it. The host has to lose its processor
 * at the wrong moment for that, so there are many of them.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class DispatchTest {
  private static final int HOSTS = 64;
  private static final int ROUNDS = 3;
  private static final long NANOS = 5_000_000_000L;

  /** One rank, platform threads; more ranks than processors, virtual threads. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9})
  void noRunEndsEarly(int ranks) throws Exception {
    List<Future<Integer>> early = new ArrayList<>();
    try (ExecutorService hosts = Executors.newFixedThreadPool(HOSTS)) {
      Callable<Integer> host = () -> runsThatEndEarly(ranks);
      for (int i = 0; i < HOSTS; i++) {
        early.add(hosts.submit(host));
      }
    }
    for (Future<Integer> each : early) {
      assertThat(each.get()).isEqualTo(0);
    }
  }

  private static int runsThatEndEarly(int ranks) throws InterruptedException {
    int early = 0;
    ThreadsPool pool = ThreadsPool.open(ranks);
    try {
      AtomicInteger done = new AtomicInteger();
      long end = System.nanoTime() + NANOS;
      while (System.nanoTime() - end < 0) {
        done.set(0);
        pool.begin();
        for (int round = 0; round < ROUNDS; round++) {
          for (int rank = 0; rank < ranks; rank++) {
            pool.dispatch(rank, done::incrementAndGet);
          }
        }
        early += pool.settle() && done.get() == ROUNDS * ranks ? 0 : 1;
      }
    } finally {
      pool.close();
    }
    return early;
  }

  @Test
  void ranksRunOnChosenDevices() {
    try (DevicePool pool = DevicePool.threads(List.of(2, 7, 5))) {
      assertThat(pool.size()).isEqualTo(3);
      assertThat(pool.device(1)).isEqualTo(7);
      assertThat(pool.device(2)).isEqualTo(5);
      assertThrows(IndexOutOfBoundsException.class, () -> pool.device(3));
    }
    try (DevicePool pool = DevicePool.threads(2)) {
      assertThat(pool.device(1)).isEqualTo(1);
    }
    assertThat(
            assertThrows(IllegalArgumentException.class, () -> DevicePool.threads(List.of(3, 3))))
        .hasMessageThat()
        .isEqualTo("threads([3, 3]): every device is a number of its own, at least 0");
    assertThrows(IllegalArgumentException.class, () -> DevicePool.threads(List.of()));
  }
}
