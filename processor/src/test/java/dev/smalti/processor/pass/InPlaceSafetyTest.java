package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parameter;
import org.junit.jupiter.api.Test;

final class InPlaceSafetyTest {
  private static final String HEAD =
      """
      incore p.K.k
          in x: tensor<F32>[R, C]
          out y: tensor<F32>[R, C]
          in z: tensor<F32>[C, R]
          in w: window<F32>[R, C]
          symbols R, C
      """;

  private static boolean isSafe(String body, String written, String other) {
    Function lowered = IrText.parse(HEAD + body);
    Function compiled = new FuseElementwise().apply(new FuseRows().apply(lowered));
    return InPlaceSafety.of(lowered, compiled)
        .mayCoincide(parameter(lowered, written), parameter(lowered, other));
  }

  private static boolean isSafe(String body) {
    return isSafe(body, "y", "x");
  }

  private static Parameter parameter(Function function, String name) {
    return function.parameters().stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static final String SOFTMAX =
      """
        %t: F32[R, C] = load x[0, 0] shape(R, C)
        %max: F32[R, 1] = reduce max %t over columns
        %d: F32[R, C] = %t - %max
        store %d -> y[0, 0]
      """;

  @Test
  void rowByRowIsSafe() {
    assertThat(isSafe(SOFTMAX)).isTrue();
  }

  @Test
  void whatAProductIsAddedToMayBeOverwrittenItsFactorsMayNot() {
    String square =
        """
          %u: F32[C, R] = load z[0, 0] shape(C, R)
          %v: F32[R, R] = matmul(F32(0), transposed %u, %u)
          %s: F32[R, C] = load x[0, 0] shape(R, C)
        """;
    String added =
        """
          %t: F32[C, R] = load z[0, 0] shape(C, R)
          %p: F32[R, C] = matmul(%s, %v, transposed %t)
          store %p -> y[0, 0]
        """;
    String multiplied =
        """
          %p: F32[R, C] = matmul(F32(0), %v, %s)
          store %p -> y[0, 0]
        """;
    assertThat(isSafe(square + added)).isTrue();
    assertThat(isSafe(square + multiplied)).isFalse();
  }

  @Test
  void onlyTheReadOneMayCoincideWithTheWritten() {
    assertThat(isSafe(SOFTMAX, "x", "y")).isFalse();
    assertThat(isSafe(SOFTMAX, "y", "z")).isFalse();
    assertThat(isSafe(SOFTMAX, "y", "w")).isFalse();
  }

  @Test
  void readingWhatWasWrittenIsNot() {
    assertThat(
            isSafe(
                """
                  %t: F32[R, C] = load x[0, 0] shape(R, C)
                  store %t -> y[0, 0]
                  %u: F32[1, C] = load x[0, 0] shape(1, C)
                  store %u -> y[0, 0]
                """))
        .isFalse();
  }

  @Test
  void fusingMayMakeItUnsafe() {
    assertThat(
            isSafe(
                """
                  %t: F32[R, C] = load z[0, 0] shape(R, C)
                  %u: F32[R, C] = load x[0, 0] shape(R, C)
                  store %t -> y[0, 0]
                  store %u -> y[0, 0]
                """))
        .isFalse();
  }

  @Test
  void ownLoopOverRowsIsSafe() {
    assertThat(
            isSafe(
                """
                  for i in 0..R
                    for j in 0..C step 8
                      %t: F32[1, 8] valid [1, min(8, C - j)] = load x[i, j] shape(1, 8) \
                valid(1, min(8, C - j))
                      %e: F32[1, 8] valid [1, min(8, C - j)] = exp(%t)
                      store %e -> y[i, j]
                """))
        .isTrue();
  }

  @Test
  void neighbouringRowIsNot() {
    assertThat(
            isSafe(
                """
                  for i in 0..extent(R - 1)
                    %t: F32[1, C] = load x[i + 1, 0] shape(1, C)
                    %e: F32[1, C] = exp(%t)
                    store %e -> y[i, 0]
                """))
        .isFalse();
    assertThat(
            isSafe(
                """
                  for i in 0..extent(R - 1)
                    %t: F32[1, C] = load x[i, 0] shape(1, C)
                    store %t -> y[i + 1, 0]
                """))
        .isFalse();
  }

  @Test
  void overlappingStepsAreNot() {
    assertThat(
            isSafe(
                """
                  for j in 0..C step 4
                    %t: F32[1, 8] = load x[0, j] shape(1, 8)
                    store %t -> y[0, j]
                """))
        .isFalse();
  }

  @Test
  void whileLoopIsNot() {
    assertThat(
            isSafe(
                """
                  i: int = 0
                  while i < R
                    %t: F32[1, C] = load x[i, 0] shape(1, C)
                    store %t -> y[i, 0]
                    i := i + 1
                """))
        .isFalse();
  }

  @Test
  void readOfAnElementCountsToo() {
    assertThat(
            isSafe(
                """
                  for i in 0..R
                    write x[0, 0] -> y[i, 0]
                """))
        .isFalse();
    assertThat(
            isSafe(
                """
                  v: double = x[0, 0]
                  for i in 0..R
                    write v -> y[i, 0]
                """))
        .isTrue();
  }

  @Test
  void fixedOtherPartIsSafeInAnyLoop() {
    assertThat(
            isSafe(
                """
                  for i in 0..extent(C - 8)
                    %t: F32[1, 1] = load x[0, 0] shape(1, 1)
                    store %t -> y[1, 0]
                """))
        .isTrue();
  }
}
