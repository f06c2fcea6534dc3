package dev.smalti.processor.ir.run;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.ir.run.Build.at;
import static dev.smalti.processor.ir.run.Build.binary;
import static dev.smalti.processor.ir.run.Build.c;
import static dev.smalti.processor.ir.run.Build.compare;
import static dev.smalti.processor.ir.run.Build.floats;
import static dev.smalti.processor.ir.run.Build.ints;
import static dev.smalti.processor.ir.run.Build.kernel;
import static dev.smalti.processor.ir.run.Build.let;
import static dev.smalti.processor.ir.run.Build.load;
import static dev.smalti.processor.ir.run.Build.loadValid;
import static dev.smalti.processor.ir.run.Build.n;
import static dev.smalti.processor.ir.run.Build.named;
import static dev.smalti.processor.ir.run.Build.reduce;
import static dev.smalti.processor.ir.run.Build.ref;
import static dev.smalti.processor.ir.run.Build.splat;
import static dev.smalti.processor.ir.run.Build.store;
import static dev.smalti.processor.ir.run.Build.tensor;
import static dev.smalti.processor.ir.run.Build.unary;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.reference.ErrorFunction;
import dev.smalti.lang.reference.Exponential;
import dev.smalti.lang.reference.HyperbolicTangent;
import dev.smalti.lang.reference.Logarithm;
import dev.smalti.lang.reference.Rounding;
import dev.smalti.lang.reference.Trigonometry;
import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.ElementParameter;
import dev.smalti.processor.ir.OperatorParameter;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.UnaryOp;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each operation on tiles. */
final class TileTest {
  private static final Variable X = tensor("x", Element.F32, n(2), n(3));
  private static final Variable I = tensor("i", Element.I32, n(2), n(3));
  private static final float[] FLOATS = {-1.5f, 0.25f, 2, -0f, Float.NaN, 9};
  private static final int[] INTS = {-7, 0, 3, Integer.MIN_VALUE, 8, Integer.MAX_VALUE};

  /** What a tile of these inputs is, element by element. */
  private static List<Object> values(Tile tile) {
    TileType type = tile.type();
    Element element = (Element) type.element();
    Variable out = tensor("out", element, type.validRows(), type.validColumns());
    int rows = (int) type.validRows().constant().orElseThrow();
    int columns = (int) type.validColumns().constant().orElseThrow();
    Memory result =
        Memory.tensor("out", ElementArray.zeros(element, rows * columns), rows, columns);
    Build.run(
        kernel("test", List.of(X, I, out), store(out, tile)),
        floats("x", FLOATS.clone(), 2, 3),
        ints("i", INTS.clone(), 2, 3),
        result);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < rows * columns; i++) {
      values.add(result.instance(0).get(i));
    }
    return values;
  }

  private static String refused(Tile tile) {
    return refused(InterpretationException.class, tile);
  }

  private static <T extends Throwable> String refused(Class<T> type, Tile tile) {
    return String.valueOf(assertThrows(type, () -> values(tile)).getMessage());
  }

  @Test
  void unaryOfFloats() {
    for (UnaryOp op : UnaryOp.values()) {
      if (op != UnaryOp.NOT) {
        List<Object> expected = new ArrayList<>();
        for (float x : FLOATS) {
          expected.add(unaryOf(op, x));
        }
        assertThat(values(unary(op, load(X)))).isEqualTo(expected);
      }
    }
  }

  private static float unaryOf(UnaryOp op, float x) {
    return switch (op) {
      case NEG -> -x;
      case ABS -> Math.abs(x);
      case SIGN -> Math.signum(x);
      case SIN -> Trigonometry.sin(x);
      case COS -> Trigonometry.cos(x);
      case TANH -> HyperbolicTangent.tanh(x);
      case SIGMOID -> HyperbolicTangent.sigmoid(x);
      case ERF -> ErrorFunction.erf(x);
      case GELU -> ErrorFunction.gelu(x);
      case GELU_TANH -> ErrorFunction.geluTanh(x);
      case FLOOR -> (float) Math.floor(x);
      case CEIL -> (float) Math.ceil(x);
      case RINT -> (float) Math.rint(x);
      case ROUND -> (float) Rounding.round(x);
      case TRUNC -> (float) Rounding.trunc(x);
      case EXP -> Exponential.exp(x);
      case LOG -> Logarithm.log(x);
      case SQRT -> (float) Math.sqrt(x);
      case RSQRT -> 1 / (float) Math.sqrt(x);
      case RECIP -> 1 / x;
      case NOT -> throw new AssertionError(op);
    };
  }

  @Test
  void unaryOfInts() {
    assertThat(values(unary(UnaryOp.NEG, load(I))))
        .containsExactly(7, 0, -3, Integer.MIN_VALUE, -8, -Integer.MAX_VALUE)
        .inOrder();
    assertThat(values(unary(UnaryOp.ABS, load(I))).get(3)).isEqualTo(Integer.MIN_VALUE);
    assertThat(refused(unary(UnaryOp.EXP, load(I)))).contains("has no exp");
  }

  @Test
  void binaryOfInts() {
    Tile two = splat(Element.I32, c(2));
    assertThat(values(binary(BinaryOp.ADD, load(I), two)))
        .containsExactly(-5, 2, 5, Integer.MIN_VALUE + 2, 10, Integer.MIN_VALUE + 1)
        .inOrder();
    assertThat(values(binary(BinaryOp.SUB, load(I), two)).get(3)).isEqualTo(Integer.MAX_VALUE - 1);
    assertThat(values(binary(BinaryOp.MUL, load(I), two)).get(5)).isEqualTo(-2);
    assertThat(values(binary(BinaryOp.DIV, load(I), two)).get(0)).isEqualTo(-3);
    assertThat(values(binary(BinaryOp.MAX, load(I), two)).get(0)).isEqualTo(2);
    assertThat(values(binary(BinaryOp.MIN, load(I), two)).get(5)).isEqualTo(2);
  }

  @Test
  void bitsOfInts() {
    Tile three = splat(Element.I32, c(3));
    assertThat(values(binary(BinaryOp.AND, load(I), three)).get(0)).isEqualTo(-7 & 3);
    assertThat(values(binary(BinaryOp.OR, load(I), three)).get(0)).isEqualTo(-7 | 3);
    assertThat(values(binary(BinaryOp.XOR, load(I), three)).get(0)).isEqualTo(-7 ^ 3);
    assertThat(values(binary(BinaryOp.SHL, load(I), three)).get(0)).isEqualTo(-7 << 3);
    assertThat(values(binary(BinaryOp.SHR, load(I), three)).get(0)).isEqualTo(-7 >> 3);
    assertThat(values(binary(BinaryOp.USHR, load(I), three)).get(0)).isEqualTo(-7 >>> 3);
    assertThat(values(unary(UnaryOp.NOT, load(I))).get(0)).isEqualTo(6);
    assertThat(values(binary(BinaryOp.REM, load(I), three)).get(0)).isEqualTo(-1);
    assertThat(values(binary(BinaryOp.MOD, load(I), three)).get(0)).isEqualTo(2);
    assertThat(refused(binary(BinaryOp.AND, load(X), splat(Element.F32, c(1))))).contains("no and");
  }

  @Test
  void integerDivisionByZeroNamesThePlace() {
    Tile quotient = binary(BinaryOp.DIV, splat(Element.I32, c(1)), load(I));
    assertThat(refused(ArithmeticException.class, quotient)).isEqualTo("Test.java:10:5: / by zero");
  }

  @Test
  void binaryOfFloats() {
    Tile x = load(X);
    assertThat(values(binary(BinaryOp.MAX, x, splat(Element.F32, c(0.0)))))
        .containsExactly(0f, 0.25f, 2f, 0f, Float.NaN, 9f)
        .inOrder();
    assertThat(values(binary(BinaryOp.DIV, x, splat(Element.F32, c(0)))).get(3))
        .isEqualTo(Float.NaN);
    assertThat(values(binary(BinaryOp.SUB, x, splat(Element.F32, c(0.1)))).get(2))
        .isEqualTo(2f - 0.1f);
  }

  @Test
  void fmaRoundsOnce() {
    Tile x = load(X);
    Tile fma = new Tile.Fma(x, splat(Element.F32, c(0.1)), x, x.type());
    assertThat(values(fma).get(0)).isEqualTo(Math.fma(-1.5f, 0.1f, -1.5f));
  }

  @Test
  void comparisonsAndMasks() {
    Tile x = load(X);
    Tile positive = compare(Relation.GT, x, splat(Element.F32, c(0)));
    Tile small = compare(Relation.LT, x, splat(Element.F32, c(5)));
    assertThat(values(positive)).containsExactly(false, true, true, false, false, true).inOrder();
    assertThat(values(binary(BinaryOp.AND, positive, small)))
        .containsExactly(false, true, true, false, false, false)
        .inOrder();
    assertThat(values(binary(BinaryOp.OR, positive, small)))
        .containsExactly(true, true, true, true, false, true)
        .inOrder();
    assertThat(values(unary(UnaryOp.NOT, positive)))
        .containsExactly(true, false, false, true, true, false)
        .inOrder();
    assertThat(values(compare(Relation.NE, x, x)).get(4)).isEqualTo(true);
    assertThat(values(compare(Relation.EQ, x, splat(Element.F32, c(0)))).get(3)).isEqualTo(true);
    assertThat(values(compare(Relation.LE, load(I), splat(Element.I32, c(0)))))
        .containsExactly(true, true, false, true, false, false)
        .inOrder();
    assertThat(values(compare(Relation.GE, load(I), splat(Element.I32, c(8)))).get(4))
        .isEqualTo(true);
  }

  @Test
  void selectPicks() {
    Tile x = load(X);
    Tile mask = compare(Relation.GT, x, splat(Element.F32, c(0)));
    assertThat(values(new Tile.Select(mask, x, splat(Element.F32, c(-3)), x.type())))
        .containsExactly(-3f, 0.25f, 2f, -3f, -3f, 9f)
        .inOrder();
  }

  @Test
  void selectComputesBothSides() {
    Tile i = load(I);
    Tile mask = compare(Relation.NE, i, splat(Element.I32, c(0)));
    Tile inverse = binary(BinaryOp.DIV, splat(Element.I32, c(1)), i);
    refused(
        ArithmeticException.class,
        new Tile.Select(mask, inverse, splat(Element.I32, c(0)), i.type()));
  }

  @Test
  void castsAreJavas() {
    Tile x = load(X);
    assertThat(values(new Tile.Cast(x, x.type().withElement(Element.I32))))
        .containsExactly(-1, 0, 2, 0, 0, 9)
        .inOrder();
    assertThat(values(new Tile.Cast(x, x.type().withElement(Element.BOOL))))
        .containsExactly(true, true, true, false, true, true)
        .inOrder();
    assertThat(values(new Tile.Cast(x, x.type().withElement(Element.F64))).get(1)).isEqualTo(0.25);
    Tile i = load(I);
    assertThat(values(new Tile.Cast(i, i.type().withElement(Element.F32))).get(5))
        .isEqualTo(2147483648f);
    assertThat(values(new Tile.Cast(i, i.type().withElement(Element.I64))).get(3))
        .isEqualTo((long) Integer.MIN_VALUE);
  }

  @Test
  void fillsAndSplats() {
    assertThat(values(new Tile.Fill(TileType.of(Element.F32, n(1), n(2)), c(0.1))))
        .containsExactly(0.1f, 0.1f);
    assertThat(values(splat(Element.F64, c(0.1)))).containsExactly(0.1);
    assertThat(values(splat(Element.F32, c(16777217)))).containsExactly(16777216f);
    assertThat(values(splat(Element.I64, Scalar.Constant.of(1L << 40)))).containsExactly(1L << 40);
  }

  @Test
  void scalarsThatAreNoOperandsAreRefused() {
    assertThat(refused(splat(Element.I32, Scalar.Constant.of(1L << 40))))
        .contains("the scalar 1099511627776 is no operand of I32");
    assertThat(refused(splat(Element.I32, c(0.5)))).contains("the scalar 0.5 is no operand of I32");
  }

  @Test
  void rowsAndColumnsStretch() {
    Tile x = load(I);
    Tile column = load(I, at(0, 0), n(2), n(1));
    Tile row = load(I, at(0, 0), n(1), n(3));
    assertThat(values(binary(BinaryOp.SUB, x, column)).subList(0, 3))
        .containsExactly(0, 7, 10)
        .inOrder();
    assertThat(values(binary(BinaryOp.SUB, x, row)).subList(3, 6))
        .containsExactly(Integer.MIN_VALUE + 7, 8, Integer.MAX_VALUE - 3)
        .inOrder();
    assertThat(values(binary(BinaryOp.ADD, column, row)))
        .containsExactly(
            -14, -7, -4, Integer.MIN_VALUE - 7, Integer.MIN_VALUE, Integer.MIN_VALUE + 3)
        .inOrder();
  }

  @Test
  void otherDifferencesOfShapeAreRefused() {
    Tile two = load(I, at(0, 0), n(2), n(2));
    assertThat(refused(binary(BinaryOp.ADD, load(I), two)))
        .isEqualTo("Test.java:10:5: the operands differ: [2, 3] and [2, 2]");
    Tile part = loadValid(I, at(0, 0), List.of(n(2), n(3)), List.of(n(2), n(2)));
    assertThat(refused(binary(BinaryOp.ADD, load(I), part)))
        .contains("the operands differ: [2, 3] and [2, 3] with [2, 2] valid");
  }

  @Test
  void reductionsFoldRowsAndColumns() {
    assertThat(values(reduce(BinaryOp.ADD, Tile.Axis.ROW, load(I)))).containsExactly(-4, 7);
    assertThat(values(reduce(BinaryOp.MAX, Tile.Axis.COLUMN, load(I))))
        .containsExactly(-7, 8, Integer.MAX_VALUE)
        .inOrder();
    assertThat(values(reduce(BinaryOp.MIN, Tile.Axis.ROW, load(X))))
        .containsExactly(-1.5f, Float.NaN);
    Tile tree = binary(BinaryOp.MUL, load(I), splat(Element.I32, c(2)));
    assertThat(values(reduce(BinaryOp.MIN, Tile.Axis.COLUMN, tree)))
        .containsExactly(-14, 0, -2)
        .inOrder();
  }

  @Test
  void reductionsFoldExactlyTheValidBox() {
    Tile part = loadValid(I, at(0, 0), List.of(n(2), n(8)), List.of(n(1), n(2)));
    assertThat(values(reduce(BinaryOp.ADD, Tile.Axis.ROW, part))).containsExactly(-7);
    assertThat(values(reduce(BinaryOp.ADD, Tile.Axis.COLUMN, part))).containsExactly(-7, 0);
    Tile empty = loadValid(I, at(0, 0), List.of(n(2), n(3)), List.of(n(2), n(0)));
    Variable result = named("sum", reduce(BinaryOp.ADD, Tile.Axis.ROW, empty));
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () ->
                Build.run(
                    kernel(
                        "empty",
                        List.of(I),
                        let(result, reduce(BinaryOp.ADD, Tile.Axis.ROW, empty))),
                    ints("i", INTS.clone(), 2, 3)));
    assertThat(e).hasMessageThat().contains("with [2, 0] valid has no element to start from");
  }

  @Test
  void sumsOfAColumnAscend() {
    float[] x = {1e8f, 1, -1e8f, 1};
    Variable column = tensor("x", Element.F32, n(4), n(1));
    Variable out = tensor("out", Element.F32, n(1), n(1));
    float[] sum = new float[1];
    Build.run(
        kernel(
            "sum",
            List.of(column, out),
            store(out, reduce(BinaryOp.ADD, Tile.Axis.COLUMN, load(column)))),
        floats("x", x, 4, 1),
        floats("out", sum, 1, 1));
    assertThat(sum[0]).isEqualTo(((1e8f + 1) - 1e8f) + 1);
  }

  @Test
  void aFusedStoreReadsWhatItHasWritten() {
    // What a wrong fusion would do: the shifted load is not taken before the store begins.
    Variable v = tensor("v", Element.I32, n(1), n(4));
    Tile left = load(v, at(0, 0), n(1), n(3));
    int[] fused = {1, 2, 3, 4};
    Build.run(kernel("fused", List.of(v), store(v, at(0, 1), left)), ints("v", fused, 1, 4));
    assertThat(fused).isEqualTo(new int[] {1, 1, 1, 1});
    int[] whole = {1, 2, 3, 4};
    Variable t = named("t", left);
    Build.run(
        kernel("whole", List.of(v), let(t, left), store(v, at(0, 1), ref(t))),
        ints("v", whole, 1, 4));
    assertThat(whole).isEqualTo(new int[] {1, 1, 2, 3});
  }

  @Test
  void storesAdd() {
    int[] i = {1, 2, 3};
    Variable v = tensor("v", Element.I32, n(3));
    Build.run(
        kernel(
            "add",
            List.of(v),
            new Stmt.Store(
                v,
                at(1),
                new Tile.Fill(TileType.of(Element.I32, Dim.ONE, n(2)), c(10)),
                Update.ADD,
                Build.TEN)),
        ints("v", i, 3));
    assertThat(i).isEqualTo(new int[] {1, 12, 13});
  }

  @Test
  void parametersMustBeFixed() {
    Tile x = load(X);
    assertThat(refused(new Tile.Binary(new OperatorParameter("op"), x, x, x.type())))
        .contains("the operator op is not fixed");
    Variable t = new Variable("t", x.type().withElement(new ElementParameter("T")));
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () ->
                Build.run(
                    kernel("generic", List.of(X), let(t, x)), floats("x", FLOATS.clone(), 2, 3)));
    assertThat(e).hasMessageThat().contains("the element type T is not fixed");
  }

  @Test
  void aTileIsWhatItsTypeSays() {
    Variable t = Build.tile("t", Element.F32, n(3), n(2));
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () ->
                Build.run(
                    kernel("typed", List.of(X), let(t, load(X))),
                    floats("x", FLOATS.clone(), 2, 3)));
    assertThat(e)
        .hasMessageThat()
        .contains("the tile is [2, 3] of F32, its type says [3, 2] of F32");
  }
}
