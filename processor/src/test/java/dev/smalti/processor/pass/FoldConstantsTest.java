package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.MathFunction;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Scalar.Constant;
import dev.smalti.processor.ir.ScalarType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FoldConstantsTest {
  private static final Pass PASS = new FoldConstants();

  private static final String HEAD =
      """
      incore p.K.k
          out y: tensor<F64>[1, n]
          in s: signal[ranks, 1]
          in i: int
          in l: long
          in d: double
          in b: boolean
          symbols n, ranks
      """;

  private static void assertFolds(String expression, String folded) {
    assertRewrites(
        PASS,
        HEAD + "  write " + expression + " -> y[0, 0]\n",
        HEAD + "  write " + folded + " -> y[0, 0]\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2147483647 + 1 | -2147483648",
        "-2147483648 / -1 | -2147483648",
        "-7 / 2 | -3",
        "-7 % 2 | -1",
        "1 << 33 | 2",
        "1L << 33 | 8589934592L",
        "-1 >>> 28 | 15",
        "(int) 1.0E10 | 2147483647",
        "(int) Double.NaN | 0",
        "(double) 0.1f | 0.10000000149011612",
        "(long) -2.9 | -2L",
        "0.1 + 0.2 | 0.30000000000000004",
        "0.1f * 3.0f | 0.3f",
        "1.0 / 0.0 | Double.POSITIVE_INFINITY",
        "Math.floorMod(-7, 3) | 2",
        "Math.floorDiv(-7, 3) | -3",
        "Math.ceilDiv(7, 3) | 3",
        "Math.max(-0.0, 0.0) | 0.0",
        "Math.min(3L, 2L) | 2L",
        "Math.sqrt(2.0) | 1.4142135623730951",
        "Math.fma(2.0, 3.0, 4.0) | 10.0",
        "~5 | -6",
        "2 > 1 ? 3 : 4 | 3",
        "Double.NaN == Double.NaN ? 1 : 2 | 2",
        "Double.NaN != 1.0 ? 1 : 2 | 1",
      })
  void computesAsJavaDoes(String expression, String folded) {
    assertFolds(expression, folded.replace("0.3f", 0.1f * 3.0f + "f"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "i + 0 | i",
        "0 + i | i",
        "i * 1 | i",
        "i * 0 | 0",
        "i - 0 | i",
        "i / 1 | i",
        "i << 0 | i",
        "d - 0.0 | d",
        "d + -0.0 | d",
        "d * 1.0 | d",
        "d / 1.0 | d",
        "-(-i) | i",
        "(int) i | i",
        "n - n == 0 ? 1 : 2 | n - n == 0 ? 1 : 2",
        "n == n ? 1 : 2 | 1",
        "n < n ? 1 : 2 | 2",
        "true && b ? 1 : 2 | b ? 1 : 2",
        "b && false ? 1 : 2 | 2",
      })
  void dropsWhatChangesNothing(String expression, String folded) {
    assertFolds(expression, folded);
  }

  @ParameterizedTest
  @CsvSource({
    "d + 0.0",
    "d * 0.0",
    "0.0 - d",
    "1 / 0",
    "1L % 0L",
    "i / i",
    "i / 0 * 0",
    "(float) d",
    "i * 2 / 2",
    "(1 / i) * 0"
  })
  void keepsWhatIsNotExactOrMayFail(String expression) {
    assertFolds(expression, expression.equals("(1 / i) * 0") ? "1 / i * 0" : expression);
  }

  @Test
  void bothOperandsMustHaveOneType() {
    assertThat(
            Arithmetic.call(
                MathFunction.MIN, List.of(Constant.of(1), Constant.of(2L)), ScalarType.LONG))
        .isEmpty();
    assertThat(Arithmetic.binary(BinaryScalar.ADD, Constant.of(1), Constant.of(2L))).isEmpty();
    Scalar kept =
        Simplification.of(new Scalar.Binary(BinaryScalar.ADD, Constant.of(1), Constant.of(2L)));
    assertThat(kept).isInstanceOf(Scalar.Binary.class);
  }

  @Test
  void constantVariableGoesFromExtentsToo() {
    assertRewrites(
        PASS,
        HEAD
            + """
              half: int = 16 / 2
              two: int = half - 6
              %t: F64[1, half] = load y[0, two] shape(1, half)
              store %t -> y[0, half * two]
            """,
        HEAD
            + """
              %t: F64[1, 8] = load y[0, 2] shape(1, 8)
              store %t -> y[0, 16]
            """);
  }

  @Test
  void constantExtentIsAConstant() {
    assertFolds("extent(12)", "12");
    assertFolds("extent(2 * n)", "extent(2 * n)");
  }

  @Test
  void assignedVariableIsNoConstant() {
    assertRewrites(
        PASS,
        HEAD
            + """
              k: int = 1
              while k < i
                k := k * 2
              write (double) k -> y[0, 0]
            """,
        HEAD
            + """
              k: int = 1
              while k < i
                k := k * 2
              write (double) k -> y[0, 0]
            """);
  }

  @Test
  void onlyTheBranchThatRunsIsLeft() {
    assertRewrites(
        PASS,
        HEAD
            + """
              debug: boolean = 1 > 2
              if debug
                write 1.0 -> y[0, 0]
              else
                write 2.0 -> y[0, 0]
              while debug
                write 3.0 -> y[0, 0]
            """,
        HEAD
            + """
              write 2.0 -> y[0, 0]
            """);
  }

  @Test
  void variableAssignedInADeadBranchIsConstant() {
    assertRewrites(
        PASS,
        HEAD
            + """
              k: int = 1
              if 1 > 2
                k := 2
              write (double) k -> y[0, 0]
            """,
        HEAD
            + """
              write 1.0 -> y[0, 0]
            """);
  }

  @Test
  void nothingStandsBehindABreak() {
    assertRewrites(
        PASS,
        HEAD
            + """
              for j in 0..n
                if true
                  break
                write 1.0 -> y[0, 0]
            """,
        HEAD
            + """
              for j in 0..n
                break
            """);
  }

  @Test
  void loopThatNeverRunsIsGone() {
    assertRewrites(
        PASS,
        HEAD
            + """
              for a in 0..0
                write 1.0 -> y[0, 0]
              for c in n..n
                write 2.0 -> y[0, 0]
              for e in 3..3 step -1
                write 3.0 -> y[0, 0]
              for f in 0..n
                write 4.0 -> y[0, 0]
            """,
        HEAD
            + """
              for f in 0..n
                write 4.0 -> y[0, 0]
            """);
  }

  @Test
  void whatMayFailIsComputedEvenIfNothingReadsIt() {
    assertRewrites(
        PASS,
        HEAD
            + """
              unused: int = i + 1
              fails: int = 1 / i
              loads: double = y[0, i]
              cell: int = read(s[0, 0])
              if i > 0
                if b
                  unused2: int = i * 2
            """,
        HEAD
            + """
              fails: int = 1 / i
              loads: double = y[0, i]
              cell: int = read(s[0, 0])
            """);
  }
}
