package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/** Each row divided by its root mean square, or centred and divided by its deviation. */
final class RowNorms {
  static final double EPSILON = 1e-5;

  @InCore
  static void rmsNorm(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("1, columns") Tensor<F32> weight,
      @Shape("rows, columns") @Out Tensor<F32> y) {
    y.store(normed(x.load(), weight.load()));
  }

  /** For kernels that go on with the result. */
  @Inline
  static Tile<F32> normed(Tile<F32> t, Tile<F32> weight) {
    Tile<F32> square = t.mul(t).rowSum().div(t.dim(1));
    return t.mul(square.add(EPSILON).sqrt().recip()).mul(weight);
  }

  @InCore
  static void layerNorm(
      @Shape("rows, columns") Tensor<F32> x,
      @Shape("1, columns") Tensor<F32> weight,
      @Shape("1, columns") Tensor<F32> bias,
      @Shape("rows, columns") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> centred = t.sub(t.rowSum().div(x.dim(1)));
    Tile<F32> variance = centred.mul(centred).rowSum().div(x.dim(1));
    Tile<F32> norm = centred.mul(variance.add(EPSILON).sqrt().recip());
    y.store(norm.fma(weight.load(), bias.load()));
  }

  public static void main(String[] args) {
    int rows = 33;
    int columns = 1000;
    float[] x = Inputs.uniform(1, rows * columns);
    float[] weight = Inputs.uniform(2, columns);
    float[] bias = Inputs.uniform(3, columns);
    float[] y = Inputs.unwritten(rows * columns);
    RowNormsKernels.rmsNorm(
        Tensor.of(x, rows, columns), Tensor.of(weight, 1, columns), Tensor.of(y, rows, columns));
    Reference.rmsNorm(x, weight, EPSILON).compare("RMSNorm [33, 1000]", y);

    float[] z = Inputs.unwritten(rows * columns);
    RowNormsKernels.layerNorm(
        Tensor.of(x, rows, columns),
        Tensor.of(weight, 1, columns),
        Tensor.of(bias, 1, columns),
        Tensor.of(z, rows, columns));
    Reference.layerNorm(x, weight, bias, EPSILON).compare("LayerNorm [33, 1000]", z);
    System.out.println("OK");
  }
}
