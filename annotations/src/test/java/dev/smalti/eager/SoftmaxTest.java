package dev.smalti.eager;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.InCore;
import dev.smalti.lang.Inline;
import dev.smalti.lang.Out;
import dev.smalti.lang.Shape;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SoftmaxTest {
  private static final int ROWS = 32;

  @Inline
  static Tile<F32> normalised(Tile<F32> scores) {
    Tile<F32> powers = scores.sub(scores.rowMax()).exp();
    return powers.div(powers.rowSum());
  }

  @InCore
  static void whole(
      @Shape("rows, columns") Tensor<F32> x, @Shape("rows, columns") @Out Tensor<F32> y) {
    y.store(normalised(x.load()));
  }

  @InCore
  static void blocked(
      @Shape("rows, columns") Tensor<F32> x, @Shape("rows, columns") @Out Tensor<F32> y) {
    int rows = x.dim(0);
    int columns = x.dim(1);
    for (int r : range(0, rows, ROWS)) {
      int valid = Math.min(ROWS, rows - r);
      y.store(normalised(x.load(at(r, 0), shape(ROWS, columns), shape(valid, columns))), at(r, 0));
    }
  }

  @Test
  void bothSpellingsAreTheTrueSoftmax() {
    int rows = 70;
    int columns = 45;
    float[] x = new float[rows * columns];
    Random random = new Random(10);
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian() * 5;
    }
    float[] whole = new float[x.length];
    float[] blocked = new float[x.length];
    Arrays.fill(whole, Float.NaN);
    Arrays.fill(blocked, Float.NaN);
    whole(Tensor.of(x, rows, columns), Tensor.of(whole, rows, columns));
    blocked(Tensor.of(x, rows, columns), Tensor.of(blocked, rows, columns));
    assertThat(blocked).isEqualTo(whole);
    for (int r = 0; r < rows; r++) {
      double sum = 0;
      double max = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < columns; c++) {
        max = Math.max(max, x[r * columns + c]);
      }
      for (int c = 0; c < columns; c++) {
        sum += Math.exp(x[r * columns + c] - max);
      }
      for (int c = 0; c < columns; c++) {
        double truth = Math.exp(x[r * columns + c] - max) / sum;
        assertWithMessage("[%s, %s]", r, c)
            .that((double) whole[r * columns + c])
            .isWithin(truth * 2e-6)
            .of(truth);
      }
    }
  }
}
