package dev.smalti.processor.ir.run;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.ir.run.Build.c;
import static dev.smalti.processor.ir.run.Build.op;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.MathFunction;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.UnaryScalar;
import dev.smalti.processor.ir.Variable;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scalars mean what Java's operators mean. */
final class ScalarTest {
  /** There is no memory here. */
  private static final ScalarEvaluator.Reads NONE =
      new ScalarEvaluator.Reads() {
        @Override
        public Object element(Frame frame, Scalar.ReadElement read) {
          throw new AssertionError("an element was read");
        }

        @Override
        public Object cell(Frame frame, Scalar.ReadCell read) {
          throw new AssertionError("a cell was read");
        }
      };

  private static Object value(Scalar scalar) {
    return new ScalarEvaluator(NONE).scalar(Frame.of(2, 5), scalar);
  }

  private static Object value(BinaryScalar operator, Object left, Object right) {
    return value(op(operator, constant(left), constant(right)));
  }

  private static Scalar constant(Object value) {
    ScalarType type =
        switch (value) {
          case Boolean _ -> ScalarType.BOOLEAN;
          case Integer _ -> ScalarType.INT;
          case Long _ -> ScalarType.LONG;
          case Float _ -> ScalarType.FLOAT;
          default -> ScalarType.DOUBLE;
        };
    return new Scalar.Constant(type, value);
  }

  @Test
  void intsWrap() {
    assertThat(value(BinaryScalar.ADD, Integer.MAX_VALUE, 1)).isEqualTo(Integer.MIN_VALUE);
    assertThat(value(BinaryScalar.SUBTRACT, Integer.MIN_VALUE, 1)).isEqualTo(Integer.MAX_VALUE);
    assertThat(value(BinaryScalar.MULTIPLY, 1 << 30, 4)).isEqualTo(0);
    assertThat(value(BinaryScalar.DIVIDE, Integer.MIN_VALUE, -1)).isEqualTo(Integer.MIN_VALUE);
    assertThat(value(BinaryScalar.DIVIDE, -7, 2)).isEqualTo(-3);
    assertThat(value(BinaryScalar.REMAINDER, -7, 2)).isEqualTo(-1);
    assertThat(value(new Scalar.Unary(UnaryScalar.NEGATE, c(Integer.MIN_VALUE))))
        .isEqualTo(Integer.MIN_VALUE);
    assertThat(value(new Scalar.Unary(UnaryScalar.COMPLEMENT, c(5)))).isEqualTo(~5);
  }

  @Test
  void longsWrap() {
    assertThat(value(BinaryScalar.ADD, Long.MAX_VALUE, 1L)).isEqualTo(Long.MIN_VALUE);
    assertThat(value(BinaryScalar.SUBTRACT, 1L, 3L)).isEqualTo(-2L);
    assertThat(value(BinaryScalar.MULTIPLY, 1L << 62, 4L)).isEqualTo(0L);
    assertThat(value(BinaryScalar.DIVIDE, -7L, 2L)).isEqualTo(-3L);
    assertThat(value(BinaryScalar.REMAINDER, -7L, 2L)).isEqualTo(-1L);
    assertThat(value(new Scalar.Unary(UnaryScalar.NEGATE, constant(3L)))).isEqualTo(-3L);
    assertThat(value(new Scalar.Unary(UnaryScalar.COMPLEMENT, constant(3L)))).isEqualTo(~3L);
  }

  @Test
  void integerDivisionByZeroIsJavas() {
    assertThrows(ArithmeticException.class, () -> value(BinaryScalar.DIVIDE, 1, 0));
    assertThrows(ArithmeticException.class, () -> value(BinaryScalar.REMAINDER, 1L, 0L));
    assertThat(value(BinaryScalar.DIVIDE, 1.0, 0.0)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void shiftsTakeTheLowBits() {
    assertThat(value(BinaryScalar.SHIFT_LEFT, 1, 33)).isEqualTo(2);
    assertThat(value(BinaryScalar.SHIFT_LEFT, 1, (1L << 40) + 1)).isEqualTo(2);
    assertThat(value(BinaryScalar.SHIFT_LEFT, 1L, 33)).isEqualTo(1L << 33);
    assertThat(value(BinaryScalar.SHIFT_RIGHT, -8, 1)).isEqualTo(-4);
    assertThat(value(BinaryScalar.SHIFT_RIGHT_UNSIGNED, -8, 1)).isEqualTo(-8 >>> 1);
    assertThat(value(BinaryScalar.SHIFT_RIGHT, -8L, 65)).isEqualTo(-4L);
    assertThat(value(BinaryScalar.SHIFT_RIGHT_UNSIGNED, -8L, 1)).isEqualTo(-8L >>> 1);
  }

  @Test
  void bitsAndComparisons() {
    assertThat(value(BinaryScalar.AND, 6, 3)).isEqualTo(2);
    assertThat(value(BinaryScalar.OR, 6, 3)).isEqualTo(7);
    assertThat(value(BinaryScalar.XOR, 6L, 3L)).isEqualTo(5L);
    assertThat(value(BinaryScalar.XOR, true, true)).isEqualTo(false);
    assertThat(value(BinaryScalar.LESS, 1, 2)).isEqualTo(true);
    assertThat(value(BinaryScalar.LESS_EQUAL, 2L, 2L)).isEqualTo(true);
    assertThat(value(BinaryScalar.GREATER, 1f, 2f)).isEqualTo(false);
    assertThat(value(BinaryScalar.GREATER_EQUAL, Double.NaN, 1.0)).isEqualTo(false);
    assertThat(value(BinaryScalar.EQUAL, 0.0, -0.0)).isEqualTo(true);
    assertThat(value(BinaryScalar.EQUAL, Float.NaN, Float.NaN)).isEqualTo(false);
    assertThat(value(BinaryScalar.NOT_EQUAL, true, false)).isEqualTo(true);
  }

  @Test
  void floatsAreComputedInTheirOwnType() {
    assertThat(value(BinaryScalar.ADD, 1e8f, 1f)).isEqualTo(1e8f);
    assertThat(value(BinaryScalar.MULTIPLY, 0.1f, 3f)).isEqualTo(0.1f * 3f);
    assertThat(value(BinaryScalar.REMAINDER, 5.5, 2.0)).isEqualTo(1.5);
    assertThat(value(BinaryScalar.SUBTRACT, 0.3, 0.1)).isEqualTo(0.3 - 0.1);
    assertThat(value(new Scalar.Unary(UnaryScalar.NEGATE, c(0.0)))).isEqualTo(-0.0);
  }

  @Test
  void rightSidesAreNotEvaluatedInVain() {
    Scalar fails = op(BinaryScalar.EQUAL, op(BinaryScalar.DIVIDE, c(1), c(0)), c(0));
    assertThat(value(op(BinaryScalar.LOGICAL_AND, constant(false), fails))).isEqualTo(false);
    assertThat(value(op(BinaryScalar.LOGICAL_OR, constant(true), fails))).isEqualTo(true);
    assertThat(value(op(BinaryScalar.LOGICAL_OR, constant(false), constant(true)))).isEqualTo(true);
    assertThat(
            value(
                new Scalar.Conditional(constant(true), c(1), op(BinaryScalar.DIVIDE, c(1), c(0)))))
        .isEqualTo(1);
    assertThat(value(new Scalar.Unary(UnaryScalar.NOT, constant(true)))).isEqualTo(false);
    assertThrows(
        ArithmeticException.class, () -> value(op(BinaryScalar.AND, fails, constant(false))));
  }

  @Test
  void castsAreJavas() {
    assertThat(value(new Scalar.Cast(ScalarType.INT, c(1e20)))).isEqualTo(Integer.MAX_VALUE);
    assertThat(value(new Scalar.Cast(ScalarType.INT, c(Double.NaN)))).isEqualTo(0);
    assertThat(value(new Scalar.Cast(ScalarType.INT, constant((1L << 32) + 7)))).isEqualTo(7);
    assertThat(value(new Scalar.Cast(ScalarType.LONG, c(-1)))).isEqualTo(-1L);
    assertThat(value(new Scalar.Cast(ScalarType.FLOAT, c(0.1)))).isEqualTo(0.1f);
    assertThat(value(new Scalar.Cast(ScalarType.DOUBLE, constant(0.1f)))).isEqualTo((double) 0.1f);
  }

  @Test
  void mathIsJavas() {
    assertThat(math(MathFunction.FLOOR_MOD, -1, 4)).isEqualTo(3);
    assertThat(math(MathFunction.FLOOR_DIV, -1, 4)).isEqualTo(-1);
    assertThat(math(MathFunction.CEIL_DIV, 5, 4)).isEqualTo(2);
    assertThat(math(MathFunction.CEIL_DIV, 5L, 4L)).isEqualTo(2L);
    assertThat(math(MathFunction.FLOOR_MOD, -1L, 4L)).isEqualTo(3L);
    assertThat(math(MathFunction.MIN, 1, 2)).isEqualTo(1);
    assertThat(math(MathFunction.MAX, 1L, 2L)).isEqualTo(2L);
    assertThat(math(MathFunction.MIN, -0f, 0f)).isEqualTo(-0f);
    assertThat(math(MathFunction.MAX, Double.NaN, 0.0)).isEqualTo(Double.NaN);
    assertThat(math(MathFunction.ABS, Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
    assertThat(math(MathFunction.ABS, -2.5)).isEqualTo(2.5);
    assertThat(math(MathFunction.FMA, 0.1f, 10f, -1f)).isEqualTo(Math.fma(0.1f, 10f, -1f));
    assertThat(math(MathFunction.FMA, 0.1, 10.0, -1.0)).isEqualTo(Math.fma(0.1, 10.0, -1.0));
    assertThat(math(MathFunction.SQRT, 2.0)).isEqualTo(Math.sqrt(2.0));
  }

  private static Object math(MathFunction function, Object... arguments) {
    List<Scalar> scalars = Arrays.stream(arguments).map(ScalarTest::constant).toList();
    return value(new Scalar.Call(function, scalars, scalars.getFirst().type()));
  }

  @Test
  void extentsAreInts() {
    assertThat(value(new Scalar.Extent(Build.RANKS.times(Dim.of(3))))).isEqualTo(15);
    assertThat(value(new Scalar.Rank(Build.signal("s", Build.RANKS)))).isEqualTo(2);
    assertThrows(
        Violation.class, () -> value(new Scalar.Extent(Build.RANKS.times(Dim.of(1L << 31)))));
  }

  @Test
  void whatComesOfAnUnknownIsUnknown() {
    Unknown unknown = new Unknown("it depends");
    Frame frame = Frame.of(0, 1);
    frame.set("n", unknown);
    frame.set("b", unknown);
    ScalarEvaluator evaluator = new ScalarEvaluator(NONE);
    Scalar n = Build.read(Build.integer("n"));
    Scalar b = Build.read(new Variable("b", ScalarType.BOOLEAN));
    List<Scalar> tainted =
        List.of(
            op(BinaryScalar.ADD, n, c(1)),
            op(BinaryScalar.ADD, c(1), n),
            new Scalar.Unary(UnaryScalar.NEGATE, n),
            new Scalar.Cast(ScalarType.LONG, n),
            new Scalar.Call(MathFunction.MIN, List.of(c(1), n), ScalarType.INT),
            new Scalar.Conditional(b, c(1), c(2)),
            op(BinaryScalar.LOGICAL_AND, b, constant(false)));
    tainted.forEach(s -> assertThat(evaluator.scalar(frame, s)).isEqualTo(unknown));
    assertThat(evaluator.scalar(frame, op(BinaryScalar.LOGICAL_AND, constant(false), b)))
        .isEqualTo(false);
    assertThrows(DataDependence.class, () -> evaluator.known(frame, n));
  }
}
