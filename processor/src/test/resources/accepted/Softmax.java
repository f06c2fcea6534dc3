package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A method in an existing code base. */
public class Softmax {
  private final int calls;

  /** Ordinary code around it. */
  public Softmax(int calls) {
    this.calls = calls;
  }

  int calls() {
    return calls;
  }

  @InCore
  static void softmax(
      @Shape("rows, columns") Tensor<F32> x, @Shape("rows, columns") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> e = t.sub(t.rowMax()).exp();
    y.store(e.div(e.rowSum()));
  }

  /** Uses what is generated. */
  static float[] of(float[] scores, int rows) {
    float[] result = new float[scores.length];
    int columns = scores.length / rows;
    SoftmaxKernels.softmax(Tensor.of(scores, rows, columns), Tensor.of(result, rows, columns));
    return result;
  }
}
