package dev.smalti.bench.kernel;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the compiler makes of the kernels that are measured, at sizes that are no multiples. */
final class WorkloadsTest {
  private static final Libraries NONE = new Libraries("", "", "", "");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "softmax-3x70",
        "rmsnorm-3x70",
        "layernorm-3x70",
        "matmul-37",
        "matmul-spmd-38",
        "matmul-f16-37",
        "matmul-bf16-37",
        "linear-gelu-37",
        "attention-2x150x64",
        "decode-37"
      })
  void isWhatItShouldBe(String name) {
    Workload workload = Workloads.named(name).make().get();
    for (Competitor ours : new Competitor[] {Competitor.SMALTI_HEAP, Competitor.SMALTI_NATIVE}) {
      Form form = workload.form(ours, NONE);
      form.run();
      form.run();
      for (int i = 0; i < workload.elements(); i++) {
        double expected = workload.expected(i);
        assertWithMessage("%s, %s, element %s", name, ours, i)
            .that((double) form.result(i))
            .isWithin(workload.tolerance(ours, expected))
            .of(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void hasAName(Competitor who) {
    assertThat(Competitor.named(who.toString())).isEqualTo(who);
  }
}
