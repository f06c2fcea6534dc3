package dev.smalti.bench.kernel;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.runtime.DevicePool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CollectiveRunTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void everyExchangeIsRightAndHasTimes(int ranks) {
    try (DevicePool pool = DevicePool.threads(ranks);
        CollectiveRun run = CollectiveRun.on(pool)) {
      for (Exchange exchange : Exchange.values()) {
        assertThat(Exchange.named(exchange.toString())).isEqualTo(exchange);
        if (exchange.hasData()) {
          run.check(exchange, 1024);
          run.check(exchange, 64 << 10);
        }
        double[] seconds = run.seconds(exchange, exchange.hasData() ? 1024 : 0, 3, 10);
        assertThat(seconds).hasLength(3);
        assertThat(seconds[2]).isGreaterThan(0.0);
      }
      for (SumAlgorithm algorithm : SumAlgorithm.values()) {
        assertThat(run.seconds(algorithm, 1024, 2)).hasLength(2);
      }
    }
  }

  @Test
  void theSlowestRankCounts() {
    long[][] nanos = {{1_000, 20_000}, {30_000, 5}};
    assertThat(CollectiveRun.slowest(nanos, 10))
        .usingTolerance(1e-12)
        .containsExactly(2e-6, 3e-6)
        .inOrder();
  }
}
