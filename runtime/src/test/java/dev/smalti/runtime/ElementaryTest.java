package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.lang.reference.Exponential;
import dev.smalti.lang.reference.Logarithm;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The bits are those of the definitions, for arguments of all magnitudes. */
final class ElementaryTest {
  private static final int ARGUMENTS = 200_000;

  @Test
  void singlesHaveTheBitsOfTheirDefinition() {
    Random random = new Random(1);
    for (int i = 0; i < ARGUMENTS; i++) {
      float any = Float.intBitsToFloat(random.nextInt());
      float near = random.nextFloat(-110, 95);
      for (float x : new float[] {any, near}) {
        assertThat(Float.floatToIntBits(Elementary.exp(x)))
            .isEqualTo(Float.floatToIntBits(Exponential.exp(x)));
        assertThat(Float.floatToIntBits(Elementary.log(x)))
            .isEqualTo(Float.floatToIntBits(Logarithm.log(x)));
      }
    }
  }

  @Test
  void doublesHaveTheBitsOfTheirDefinition() {
    Random random = new Random(2);
    for (int i = 0; i < ARGUMENTS; i++) {
      double any = Double.longBitsToDouble(random.nextLong());
      double near = random.nextDouble(-760, 720);
      for (double x : new double[] {any, near}) {
        assertThat(Double.doubleToLongBits(Elementary.exp(x)))
            .isEqualTo(Double.doubleToLongBits(Exponential.exp(x)));
        assertThat(Double.doubleToLongBits(Elementary.log(x)))
            .isEqualTo(Double.doubleToLongBits(Logarithm.log(x)));
      }
    }
  }

  @Test
  void specialArguments() {
    assertThat(Elementary.exp(Float.NaN)).isNaN();
    assertThat(Elementary.exp(Float.NEGATIVE_INFINITY)).isEqualTo(0f);
    assertThat(Elementary.exp(Double.POSITIVE_INFINITY)).isPositiveInfinity();
    assertThat(Elementary.log(-0f)).isNegativeInfinity();
    assertThat(Elementary.log(-1.0)).isNaN();
    assertThat(Elementary.log(Double.POSITIVE_INFINITY)).isPositiveInfinity();
  }
}
