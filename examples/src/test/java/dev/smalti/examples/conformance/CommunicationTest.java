package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.Tensor;
import dev.smalti.runtime.DevicePool;
import dev.smalti.simulator.Jitter;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs of several ranks are the same in every form. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class CommunicationTest {
  static Stream<Case> cases() {
    return Stream.of(1, 2, 3, 4, 8).flatMap(ranks -> CommunicationCases.on(ranks).stream());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void allFormsAgree(Case tried) {
    Conformance.check(tried);
  }

  /** One prepared program, new numbers each time, delays at every step. */
  @Test
  void aThousandAllReducesOnEightRanks() {
    int ranks = 8;
    int size = MeshAllReduce.SIZE;
    long seed = 8_000;
    try (DevicePool pool = Jitter.threads(ranks, seed);
        MeshAllReducePrograms.AllReduce program = MeshAllReducePrograms.allReduce().prepare(pool)) {
      for (int repetition = 0; repetition < 1000; repetition++) {
        int more = repetition;
        float[] x = CommunicationCases.table(ranks, size, (r, i) -> 100 * r + i + more);
        float[] y = new float[x.length];
        Arrays.fill(y, -1);
        program.run(Tensor.of(x, ranks, 1, size), Tensor.of(y, ranks, 1, size));
        assertWithMessage("repetition %s with delays of seed %s", repetition, seed)
            .that(y)
            .usingExactEquality()
            .containsExactly(
                CommunicationCases.table(ranks, size, (_, i) -> ranks * (i + more) + 2800))
            .inOrder();
      }
    }
  }
}
