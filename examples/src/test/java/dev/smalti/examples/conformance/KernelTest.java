package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels of one device are the same in every form. */
final class KernelTest {
  static Stream<Case> cases() {
    return KernelCases.all().stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void allFormsAgree(Case tried) {
    Conformance.check(tried);
  }

  @Test
  void dividingByZeroFailsInBothForms() {
    Tensor<Smalti.I32> a = Tensor.of(new int[] {1, 2}, 1, 2);
    Tensor<Smalti.I32> b = Tensor.of(new int[] {1, 0}, 1, 2);
    Tensor<Smalti.I32> y = Tensor.zeros(Smalti.I32, Smalti.shape(9, 2));
    assertThrows(ArithmeticException.class, () -> Integers.arithmetic(a, b, y));
    ArithmeticException compiled =
        assertThrows(ArithmeticException.class, () -> IntegersKernels.arithmetic(a, b, y));
    assertThat(compiled).hasMessageThat().contains("zero");
  }
}
