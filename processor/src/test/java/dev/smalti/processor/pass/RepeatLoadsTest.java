package dev.smalti.processor.pass;

import static dev.smalti.processor.pass.IrText.assertKeeps;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import org.junit.jupiter.api.Test;

/** Which loads are repeated, and which are kept. */
final class RepeatLoadsTest {
  private static final Pass PASS = new RepeatLoads();

  private static final String TENSORS =
      """
      incore p.C.k
          in x: tensor<F32>[n, m]
          inout w: window<F32>[n, m]
          inout y: tensor<F32>[n, m]
          in s: signal[ranks, 1]
          symbols n, m, ranks
      """;

  @Test
  void everyConsumerLoadsForItself() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[n, m] = load x[0, 0] shape(n, m)
              %m: F32[1, m] = reduce add %a over rows
              %d: F32[n, m] = %a - %m
              %q: F32[n, m] = %d * %d
              %r: F32[n, m] = %q + %a
              store %r -> y[0, 0]
            """,
        TENSORS
            + """
              %a: F32[n, m] = load x[0, 0] shape(n, m)
              %m: F32[1, m] = reduce add %a over rows
              %a3: F32[n, m] = load x[0, 0] shape(n, m)
              %d: F32[n, m] = %a3 - %m
              %q: F32[n, m] = %d * %d
              %a2: F32[n, m] = load x[0, 0] shape(n, m)
              %r: F32[n, m] = %q + %a2
              store %r -> y[0, 0]
            """);
  }

  @Test
  void twoUsesInOneStatementAreOneLoad() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[n, m] = load x[0, 0] shape(n, m)
              %d: F32[n, m] = %a * %a
              store %d -> y[0, 0]
            """);
  }

  @Test
  void memoryThatChangesInBetweenIsReadOnce() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[n, m] = load y[0, 0] shape(n, m)
              store %a -> y[0, 0]
              %b: F32[n, m] = %a + %a
              store %b -> y[0, 0]
            """);
  }

  @Test
  void windowIsReadOnceWhereAPeerMayWriteInBetween() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[n, m] = load w[0, 0] shape(n, m)
              %b: F32[n, m] = %a + %a
              store %b -> y[0, 0]
              notify s[0, 0] of 0 add 1
              await s[0, 0] >= 1
              store %a -> y[0, 0]
            """);
  }

  @Test
  void usesInsideALoopKeepTheLoad() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[n, m] = load x[0, 0] shape(n, m)
              %b: F32[n, m] = %a + %a
              store %b -> y[0, 0]
              for i in 0..n
                store %a -> y[0, 0] add
            """);
  }

  @Test
  void rowThatStretchesIsKept() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %g: F32[1, m] = load x[0, 0] shape(1, m)
              %a: F32[n, m] = load x[0, 0] shape(n, m)
              %b: F32[n, m] = %a * %g
              %c: F32[n, m] = %b + %g
              store %c -> y[0, 0]
            """);
  }

  @Test
  void assignedTileIsKept() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[n, m] = load x[0, 0] shape(n, m)
              store %a -> y[0, 0]
              %a := exp(%a)
              store %a -> y[0, 0]
            """);
  }
}
