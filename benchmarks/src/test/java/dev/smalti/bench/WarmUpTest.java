package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a kernel is said to be warm. */
final class WarmUpTest {
  /** A window each second. */
  private static WarmUp calls(double... seconds) {
    List<WarmUp.Window> windows = new ArrayList<>();
    for (double each : seconds) {
      windows.add(new WarmUp.Window(windows.size() + 1, each));
    }
    return new WarmUp(windows);
  }

  private static double[] slowThenFast(int slow, double fast) {
    double[] seconds = new double[100];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = i < slow ? 50 : fast;
    }
    return seconds;
  }

  @Test
  void fromTheFirstCallThatIsNearTheLastOnes() {
    WarmUp warmUp = calls(slowThenFast(7, 1));
    assertThat(warmUp.steady()).isEqualTo(1.0);
    assertThat(warmUp.seconds(1)).isEqualTo(8.0);
    assertThat(warmUp.seconds(0.7)).isEqualTo(8.0);
    assertThat(warmUp.seconds(0.6)).isPositiveInfinity();
  }

  @Test
  void oneSlowWindowIsNoMatterAndOneFastOneIsNot() {
    double[] seconds = slowThenFast(20, 1);
    seconds[3] = 1;
    seconds[25] = 50;
    assertThat(calls(seconds).seconds(1)).isEqualTo(21.0);
  }

  @Test
  void theSlowerKernelCountsAndAJvmThatStaysSlowWasNeverWarm() {
    Map<String, List<WarmUp>> each = new LinkedHashMap<>();
    WarmUp soon = calls(slowThenFast(1, 1));
    WarmUp late = calls(slowThenFast(9, 1));
    each.put("a", List.of(soon, late, soon));
    each.put("b", List.of(late, soon, calls(slowThenFast(0, 3))));
    Measured measured = WarmUp.measured("warm-up", each);
    assertThat(measured.of("a")).containsExactly(2.0, 10.0, 2.0).inOrder();
    assertThat(measured.of(WarmUp.SLOWER))
        .containsExactly(10.0, 10.0, Double.POSITIVE_INFINITY)
        .inOrder();
  }
}
