package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.lang.reference.Strands;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows of all lengths around those of strands fold to the bits of the definition. */
final class RowsTest {
  private static final int LONGEST = 140;

  @Test
  void floatsFoldAsDefined() {
    Random random = new Random(1);
    for (int n = 1; n <= LONGEST; n++) {
      float[] x = new float[n + 3];
      for (int i = 0; i < x.length; i++) {
        x[i] = (float) random.nextGaussian();
      }
      assertThat(Rows.sum(x, new float[n], n)).isEqualTo(Strands.row(n, i -> x[i], Float::sum));
      assertThat(Rows.max(x, new float[n], n)).isEqualTo(Strands.row(n, i -> x[i], Math::max));
      assertThat(Rows.min(x, new float[n], n)).isEqualTo(Strands.row(n, i -> x[i], Math::min));
      float sum = Strands.row(n, i -> x[i], Float::sum);
      assertThat(Rows.sum(x, x, n)).isEqualTo(sum);
    }
  }

  @Test
  void doublesFoldAsDefined() {
    Random random = new Random(2);
    for (int n = 1; n <= LONGEST; n++) {
      double[] x = random.doubles(n, -1, 1).toArray();
      assertThat(Rows.sum(x, new double[n], n)).isEqualTo(Strands.row(n, i -> x[i], Double::sum));
      assertThat(Rows.max(x, new double[n], n)).isEqualTo(Strands.row(n, i -> x[i], Math::max));
      assertThat(Rows.min(x, new double[n], n)).isEqualTo(Strands.row(n, i -> x[i], Math::min));
    }
  }

  @Test
  void integersFoldAsDefined() {
    Random random = new Random(3);
    for (int n = 1; n <= LONGEST; n++) {
      int[] x = random.ints(n).toArray();
      assertThat(Rows.sum(x, new int[n], n)).isEqualTo(Strands.row(n, i -> x[i], Integer::sum));
      assertThat(Rows.max(x, new int[n], n)).isEqualTo(Strands.row(n, i -> x[i], Math::max));
      assertThat(Rows.min(x, new int[n], n)).isEqualTo(Strands.row(n, i -> x[i], Math::min));
      long[] y = random.longs(n).toArray();
      assertThat(Rows.sum(y, new long[n], n)).isEqualTo(Strands.row(n, i -> y[i], Long::sum));
      assertThat(Rows.max(y, new long[n], n)).isEqualTo(Strands.row(n, i -> y[i], Math::max));
      assertThat(Rows.min(y, new long[n], n)).isEqualTo(Strands.row(n, i -> y[i], Math::min));
    }
  }

  @Test
  void nanAndSignedZeroAreKept() {
    assertThat(Rows.sum(new float[] {-0f, -0f}, new float[2], 2)).isEqualTo(-0f);
    assertThat(Rows.max(new float[] {1, Float.NaN, 2}, new float[3], 3)).isNaN();
    assertThat(Rows.min(new double[] {0.0, -0.0}, new double[2], 2)).isEqualTo(-0.0);
  }
}
