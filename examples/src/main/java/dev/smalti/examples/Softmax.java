package dev.smalti.examples;

import dev.smalti.lang.InCore;
import dev.smalti.lang.Out;
import dev.smalti.lang.Shape;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;
import java.util.Arrays;

/** One method of a program that computes with plain arrays, annotated: a softmax of each row. */
final class Softmax {
  private Softmax() {}

  @InCore
  static void softmax(
      @Shape("rows, columns") Tensor<F32> scores,
      @Shape("rows, columns") @Out Tensor<F32> probabilities) {
    Tile<F32> t = scores.load();
    Tile<F32> e = t.sub(t.rowMax()).exp();
    probabilities.store(e.div(e.rowSum()));
  }

  /** What the rest of the program calls: its own arrays go in and out, nothing is copied. */
  static float[] softmax(float[] scores, int rows) {
    float[] probabilities = new float[scores.length];
    int columns = scores.length / rows;
    SoftmaxKernels.softmax(
        Tensor.of(scores, rows, columns), Tensor.of(probabilities, rows, columns));
    return probabilities;
  }

  /** Prints the probabilities of two rows of scores, and OK if they are as expected. */
  static int run(String... arguments) {
    if (arguments.length > 0) {
      System.err.println("Softmax takes no arguments, these are " + Arrays.toString(arguments));
      return 2;
    }
    float[] scores = {0f, 1f, 2f, 3f, 1000f, 1000f, 1000f, 1000f};
    float[] probabilities = softmax(scores, 2);
    System.out.println("scores        " + Arrays.toString(scores));
    System.out.println("probabilities " + Arrays.toString(probabilities));
    double sum = 1 + Math.exp(-1) + Math.exp(-2) + Math.exp(-3);
    for (int i = 0; i < scores.length; i++) {
      double expected = i < 4 ? Math.exp(i - 3) / sum : 0.25;
      if (!(Math.abs(probabilities[i] - expected) <= 1e-6)) {
        System.out.println(
            "WRONG: element " + i + " is " + probabilities[i] + ", expected " + expected);
        return 1;
      }
    }
    System.out.println("OK");
    return 0;
  }
}
