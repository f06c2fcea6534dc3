package dev.smalti.examples.transformer;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.examples.reference.*;
import dev.smalti.lang.*;

/** Each row of scores to probabilities, with one division a row. */
final class RowSoftmax {
  @InCore
  static void softmax(
      @Shape("rows, columns") Tensor<F32> scores,
      @Shape("rows, columns") @Out Tensor<F32> probabilities) {
    Tile<F32> t = scores.load();
    Tile<F32> e = t.sub(t.rowMax()).exp();
    probabilities.store(e.mul(e.rowSum().recip()));
  }

  public static void main(String[] args) {
    int rows = 33;
    int columns = 1000;
    float[] x = Inputs.uniform(1, rows * columns);
    float[] y = Inputs.unwritten(rows * columns);
    RowSoftmaxKernels.softmax(Tensor.of(x, rows, columns), Tensor.of(y, rows, columns));
    Reference.softmax(x, columns).compare("softmax [33, 1000]", y);
    System.out.println("OK");
  }
}
