package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What generated code asks of HotSpot: small enough methods, and objects that it takes apart. */
final class HotSpotTest {
  /** No vector is boxed, and no view is made for a row. */
  @RepeatedTest(3)
  void afterWarmUpAKernelAllocatesNothing() throws IOException, InterruptedException {
    List<String> lines =
        FreshJvm.run(AllocationProbe.class, List.of()).stream()
            .filter(line -> line.startsWith("bytes of "))
            .toList();
    assertThat(lines).hasSize(2 * AllocationProbe.kernels().size());
    assertThat(lines.stream().filter(line -> !line.endsWith(": 0")).toList()).isEmpty();
  }

  /**
   * The first compiler gives up on a method that needs too many registers. It then stays in the
   * form of tier 2 for ever, in which every vector is an object, if that is where it was.
   */
  @Test
  void theFirstCompilerTakesEveryMethod() throws IOException, InterruptedException {
    List<String> compilations =
        FreshJvm.run(
                FirstCompilerProbe.class,
                List.of(
                    "-XX:TieredStopAtLevel=3",
                    "-XX:CompileThresholdScaling=0.1",
                    "-XX:+PrintCompilation"))
            .stream()
            .filter(line -> line.contains(" dev.smalti.examples.") && line.contains("_"))
            .toList();
    assertThat(compilations.stream().filter(line -> line.contains("Crowds_")).toList())
        .isNotEmpty();
    assertThat(compilations.stream().filter(line -> line.contains("COMPILE SKIPPED")).toList())
        .isEmpty();
  }
}
