package dev.smalti.processor.pass;

import static dev.smalti.processor.pass.IrText.assertKeeps;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import org.junit.jupiter.api.Test;

final class SplitVariablesTest {
  private static final Pass PASS = new SplitVariables();

  private static final String HEAD =
      """
      incore p.K.k
          in x: tensor<F32>[1, n]
          out y: tensor<F32>[1, n]
          symbols n
      """;

  @Test
  void assignmentsInOneBlockAreVariablesOfTheirOwn() {
    assertRewrites(
        PASS,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %a := %a * F32(2)
              %a := %a + F32(1)
              store %a -> y[0, 0]
            """,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %a2: F32[1, n] = %a * F32(2)
              %a3: F32[1, n] = %a2 + F32(1)
              store %a3 -> y[0, 0]
            """);
  }

  @Test
  void laterAssignmentsInsideFollowTheNewName() {
    assertRewrites(
        PASS,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %a := exp(%a)
              for i in 0..n
                %a := neg(%a)
              store %a -> y[0, 0]
            """,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %a2: F32[1, n] = exp(%a)
              for i in 0..n
                %a2 := neg(%a2)
              store %a2 -> y[0, 0]
            """);
  }

  @Test
  void heirOfAVariableThatNobodyUsesAnyMoreIsThatVariable() {
    assertRewrites(
        PASS,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              for i in 0..n
                %a := neg(%a)
              %b: F32[1, n] = %a
              for i2 in 0..n
                store %b -> y[0, 0]
              %b := exp(%b)
              %c: F32[1, n] = %b
              store %c -> y[0, 0]
            """,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              for i in 0..n
                %a := neg(%a)
              for i2 in 0..n
                store %a -> y[0, 0]
              %b2: F32[1, n] = exp(%a)
              store %b2 -> y[0, 0]
            """);
  }

  @Test
  void variableThatIsUsedLaterKeepsItsValue() {
    assertKeeps(
        PASS,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F32[1, n] = %a
              for i in 0..n
                %b := neg(%b)
              store %a -> y[0, 0]
              store %b -> y[0, 0]
            """);
  }

  @Test
  void variableOfAnotherBlockKeepsItsValueForTheNextRound() {
    assertKeeps(
        PASS,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              for i in 0..n
                %b: F32[1, n] = %a
                for i2 in 0..n
                  %b := neg(%b)
                store %b -> y[0, 0]
            """);
  }

  @Test
  void accumulatorOfALoopStays() {
    assertKeeps(
        PASS,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              for i in 0..n
                %a := exp(%a)
                %a := neg(%a)
              store %a -> y[0, 0]
            """);
  }

  @Test
  void scalarsKeepTheirNames() {
    assertKeeps(
        PASS,
        HEAD
            + """
              k: int = 0
              k := k + 1
              write (double) k -> y[0, 0]
            """);
  }
}
