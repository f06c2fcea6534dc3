package dev.smalti.processor.ir.run;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.ir.run.Build.C;
import static dev.smalti.processor.ir.run.Build.R;
import static dev.smalti.processor.ir.run.Build.at;
import static dev.smalti.processor.ir.run.Build.binary;
import static dev.smalti.processor.ir.run.Build.c;
import static dev.smalti.processor.ir.run.Build.extent;
import static dev.smalti.processor.ir.run.Build.floats;
import static dev.smalti.processor.ir.run.Build.integer;
import static dev.smalti.processor.ir.run.Build.kernel;
import static dev.smalti.processor.ir.run.Build.let;
import static dev.smalti.processor.ir.run.Build.load;
import static dev.smalti.processor.ir.run.Build.named;
import static dev.smalti.processor.ir.run.Build.range;
import static dev.smalti.processor.ir.run.Build.read;
import static dev.smalti.processor.ir.run.Build.reduce;
import static dev.smalti.processor.ir.run.Build.ref;
import static dev.smalti.processor.ir.run.Build.store;
import static dev.smalti.processor.ir.run.Build.tensor;
import static dev.smalti.processor.ir.run.Build.unary;

import dev.smalti.lang.reference.Exponential;
import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.UnaryOp;
import dev.smalti.processor.ir.Variable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One function in the forms that passes give it: all of them have the same bits. */
final class SoftmaxTest {
  private static final Variable X = tensor("x", Element.F32, R, C);
  private static final Variable Y = tensor("y", Element.F32, R, C);

  private static Function oneOperationAStatement() {
    Variable t = named("t", load(X));
    Variable max = named("max", reduce(BinaryOp.MAX, Tile.Axis.ROW, ref(t)));
    Variable shifted = named("shifted", ref(t));
    Variable e = named("e", ref(t));
    Variable sum = named("sum", ref(max));
    Variable result = named("result", ref(t));
    return kernel(
        "softmax",
        List.of(X, Y),
        let(t, load(X)),
        let(max, reduce(BinaryOp.MAX, Tile.Axis.ROW, ref(t))),
        let(shifted, binary(BinaryOp.SUB, ref(t), ref(max))),
        let(e, unary(UnaryOp.EXP, ref(shifted))),
        let(sum, reduce(BinaryOp.ADD, Tile.Axis.ROW, ref(e))),
        let(result, binary(BinaryOp.DIV, ref(e), ref(sum))),
        store(Y, ref(result)));
  }

  private static Function rowFused() {
    Variable r = integer("r");
    List<Scalar> row = at(read(r), c(0));
    Tile loaded = load(X, row, Dim.ONE, C);
    Variable t = named("t", loaded);
    Variable max = named("max", reduce(BinaryOp.MAX, Tile.Axis.ROW, ref(t)));
    Variable e = named("e", ref(t));
    Variable sum = named("sum", ref(max));
    Variable shifted = named("shifted", ref(t));
    return kernel(
        "softmax",
        List.of(X, Y),
        range(
            r,
            extent(R),
            let(t, loaded),
            let(max, reduce(BinaryOp.MAX, Tile.Axis.ROW, ref(t))),
            let(shifted, binary(BinaryOp.SUB, ref(t), ref(max))),
            let(e, unary(UnaryOp.EXP, ref(shifted))),
            let(sum, reduce(BinaryOp.ADD, Tile.Axis.ROW, ref(e))),
            store(Y, row, binary(BinaryOp.DIV, ref(e), ref(sum)))));
  }

  private static Function fullyFused() {
    Variable r = integer("r");
    List<Scalar> row = at(read(r), c(0));
    Tile loaded = load(X, row, Dim.ONE, C);
    Variable max = named("max", reduce(BinaryOp.MAX, Tile.Axis.ROW, loaded));
    Tile exp = unary(UnaryOp.EXP, binary(BinaryOp.SUB, loaded, ref(max)));
    Variable sum = named("sum", reduce(BinaryOp.ADD, Tile.Axis.ROW, exp));
    return kernel(
        "softmax",
        List.of(X, Y),
        range(
            r,
            extent(R),
            let(max, reduce(BinaryOp.MAX, Tile.Axis.ROW, loaded)),
            let(sum, reduce(BinaryOp.ADD, Tile.Axis.ROW, exp)),
            store(Y, row, binary(BinaryOp.DIV, exp, ref(sum)))));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 31", "3, 32", "2, 33", "4, 64", "5, 100", "3, 1000"})
  void everyFormHasTheBitsOfADirectComputation(int rows, int columns) {
    float[] x = new float[rows * columns];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(i * 1.7) * 10;
    }
    float[] expected = direct(x, rows, columns);
    assertThat(run(oneOperationAStatement(), x, rows, columns)).isEqualTo(expected);
    assertThat(run(rowFused(), x, rows, columns)).isEqualTo(expected);
    assertThat(run(fullyFused(), x, rows, columns)).isEqualTo(expected);
  }

  private static float[] run(Function kernel, float[] x, int rows, int columns) {
    float[] y = new float[x.length];
    Build.run(kernel, floats("x", x.clone(), rows, columns), floats("y", y, rows, columns));
    return y;
  }

  private static float[] direct(float[] x, int rows, int columns) {
    float[] y = new float[x.length];
    for (int row = 0; row < rows; row++) {
      float max = Float.NEGATIVE_INFINITY;
      for (int i = 0; i < columns; i++) {
        max = Math.max(max, x[row * columns + i]);
      }
      for (int i = 0; i < columns; i++) {
        y[row * columns + i] = Exponential.exp(x[row * columns + i] - max);
      }
      float sum = strandSum(y, row * columns, columns);
      for (int i = 0; i < columns; i++) {
        y[row * columns + i] /= sum;
      }
    }
    return y;
  }

  private static float strandSum(float[] values, int from, int count) {
    float[] strands = new float[32];
    for (int i = 0; i < count; i++) {
      strands[i % 32] = i < 32 ? values[from + i] : strands[i % 32] + values[from + i];
    }
    for (int width = 16; width >= 1; width /= 2) {
      for (int k = 0; k < width; k++) {
        if (k + width < count) {
          strands[k] += strands[k + width];
        }
      }
    }
    return strands[0];
  }
}
