package dev.smalti.processor.pass;

import static dev.smalti.processor.pass.IrText.assertKeeps;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import org.junit.jupiter.api.Test;

final class FoldTransposesTest {
  private static final Pass PASS = new FoldTransposes();

  private static final String TENSORS =
      """
      incore p.K.k
          in a: tensor<F32>[M, K]
          in b: tensor<F32>[N, K]
          out y: tensor<F32>[M, N]
          symbols M, N, K
        %s: F32[M, K] = load a[0, 0] shape(M, K)
        %t: F32[N, K] = load b[0, 0] shape(N, K)
      """;

  @Test
  void transposedFactorIsReadTheOtherWay() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %u: F32[K, N] = whole transpose(%t): F32[K, N]
              %p: F32[M, N] = matmul(F32(0), %s, %u)
              store %p -> y[0, 0]
            """,
        TENSORS
            + """
              %p: F32[M, N] = matmul(F32(0), %s, transposed %t)
              store %p -> y[0, 0]
            """);
  }

  @Test
  void transposeOfATransposeIsTheTileItself() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %u: F32[K, M] = whole transpose(%s): F32[K, M]
              %p: F32[M, N] = matmul(F32(0), transposed %u, transposed %t)
              store %p -> y[0, 0]
            """,
        TENSORS
            + """
              %p: F32[M, N] = matmul(F32(0), %s, transposed %t)
              store %p -> y[0, 0]
            """);
  }

  @Test
  void transposeThatIsUsedElsewhereStays() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %u: F32[K, N] = whole transpose(%t): F32[K, N]
              %v: F32[1, N] = reduce add %u over rows
              %p: F32[M, N] = matmul(%v, %s, %u)
              store %p -> y[0, 0]
            """,
        TENSORS
            + """
              %u: F32[K, N] = whole transpose(%t): F32[K, N]
              %v: F32[1, N] = reduce add %u over rows
              %p: F32[M, N] = matmul(%v, %s, transposed %t)
              store %p -> y[0, 0]
            """);
  }

  @Test
  void tileThatIsAssignedAgainKeepsItsTranspose() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %u: F32[K, N] = whole transpose(%t): F32[K, N]
              if M > 3
                %t := %t + %t
              %p: F32[M, N] = matmul(F32(0), %s, %u)
              store %p -> y[0, 0]
            """);
  }
}
