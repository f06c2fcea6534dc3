package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import java.io.IOException;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class GoalsTest {
  @Test
  void theFirstLineThatFitsCounts() throws IOException {
    Goals goals = Goals.read();
    assertThat(goals.of("softmax-32x1024, heap, vector tier", KernelJvm.VECTOR_HEAP).isPresent())
        .isTrue();
    assertThat(goals.of("softmax-32x1024, heap, scalar tier", KernelJvm.VECTOR_HEAP))
        .isEqualTo(OptionalDouble.empty());
    assertThat(goals.of("softmax-32x1024, heap, scalar tier", KernelJvm.INTRINSICS))
        .isEqualTo(OptionalDouble.of(0.22));
    assertThat(goals.of("softmax-32x1024, native, scalar tier", KernelJvm.INTRINSICS))
        .isEqualTo(OptionalDouble.empty());
  }
}
