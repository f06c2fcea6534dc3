package dev.smalti.examples.reference;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The formulas give what is known of them, and a comparison can fail. */
@Tag("without-tier")
final class ReferenceTest {
  private static final double NEAR = 1e-14;

  private static void near(double[] actual, double... expected) {
    assertThat(actual).usingTolerance(NEAR).containsExactly(expected).inOrder();
  }

  @Test
  void functionsOfOneNumber() {
    assertThat(Formulas.erf(0.5)).isWithin(NEAR).of(0.5204998778130465);
    assertThat(Formulas.erf(-2)).isWithin(NEAR).of(-0.9953222650189527);
    assertThat(Formulas.erf(7)).isEqualTo(1);
    assertThat(Formulas.gelu(1)).isWithin(NEAR).of(0.8413447460685429);
    assertThat(Formulas.gelu(-0.5)).isWithin(NEAR).of(-0.15426876936299344);
    assertThat(Formulas.silu(1)).isWithin(NEAR).of(0.7310585786300049);
    assertThat(Formulas.silu(-2)).isWithin(NEAR).of(-0.2384058440442351);
  }

  @Test
  void functionsOfRows() {
    double[] logarithms = {0, Math.log(2), Math.log(3), 5, 5, 5};
    near(Formulas.softmax(logarithms, 3), 1 / 6.0, 1 / 3.0, 1 / 2.0, 1 / 3.0, 1 / 3.0, 1 / 3.0);
    double root = Math.sqrt(12.5);
    near(Formulas.rmsNorm(new double[] {3, 4}, new double[] {1, 2}, 0), 3 / root, 8 / root);
    near(
        Formulas.layerNorm(
            new double[] {1, 3, 2, -2}, new double[] {1, 5}, new double[] {0, 10}, 0),
        -1,
        15,
        1,
        5);
    assertThat(Formulas.greatest(new double[] {1, 7, 3, 7, 2}, 3)).isEqualTo(new int[] {1, 3, 2});
  }

  @Test
  void products() {
    double[] a = {1, 2, 3, 4};
    double[] b = {5, 6, 7, 8};
    near(Formulas.product(a, b, 2), 19, 22, 43, 50);
    near(Formulas.product(a, new double[] {1, 10}, 2), 21, 43);
    near(Formulas.project(a, b, 2, 2), 17, 39, 23, 53);
    near(Formulas.join(a, b, 2, 2), 26, 30, 38, 44);
  }

  @Test
  void attentionWithoutPreferenceFindsMeans() {
    double[] values = {1, 10, 3, 30, 5, 50};
    double[] keys = {1, 2, 3, 4, 5, 6};
    near(Formulas.attention(new double[2], keys, values, 2, 3), 3, 30);
    near(Formulas.attention(new double[4], keys, values, 2, 1), 2, 20, 3, 30);
  }

  @Test
  void attentionPrefersKeysLikeTheQuery() {
    double[] two = {1, 0, 0, 1};
    double e = Math.exp(Math.log(9) / Math.sqrt(2) / Math.sqrt(2));
    double[] query = {Math.log(9) / Math.sqrt(2), 0};
    near(Formulas.attention(query, two, two, 2, 2), e / (e + 1), 1 / (e + 1));
  }

  @Test
  void headsOfAGroupShareKeys() {
    LayerSize size = new LayerSize(1, 4, 2, 1, 1);
    double[] values = {1, 3, 10, 30};
    near(Formulas.attention(new double[4], new double[4], values, size, false), 2, 2, 20, 20);
  }

  @Test
  void pagesAreFoundByTheTable() {
    float[] pool = {50, 60, 10, 20, 30, 40};
    LayerSize size = new LayerSize(1, 1, 1, 1, 1);
    Reference found =
        Reference.pagedAttention(
            new float[2], pool, pool, new int[] {1, 2, 0, -1}, new int[] {3, 1}, size, 2);
    near(found.values(), 20, 50);
  }

  @Test
  void pairsTurn() {
    double[] angles = Formulas.angles(2, 2, 3, 100);
    near(angles, 3, 3 / 10.0, 4, 4 / 10.0);
    double[] quarter = {0, 1};
    double[] none = {1, 0};
    near(Formulas.turn(new double[] {1, 2, 3, 4}, quarter, none, 2), -3, 2, 1, 4);
  }

  @Test
  void aStepWritesItsRowOfTheCache() {
    LayerSize size = new LayerSize(10, 4, 2, 6, 13);
    LayerWeights w = LayerWeights.of(size);
    int tokens = 5;
    float[] cos = Inputs.cosines(tokens, 3);
    float[] sin = Inputs.sines(tokens, 3);
    float[] keys = Inputs.uniform(1, 2 * tokens * 6);
    float[] x = Inputs.uniform(2, 10);
    double[] after = Reference.qwenKeys(size, w, x, cos, sin, keys, 3).values();
    for (int i = 0; i < keys.length; i++) {
      if (i / 6 % tokens != 3) {
        assertThat(after[i]).isEqualTo((double) keys[i]);
      } else {
        assertThat(after[i]).isNotEqualTo((double) keys[i]);
      }
    }
  }

  @Test
  void aLayerThatGivesNothingAddsNothing() {
    LayerSize size = new LayerSize(10, 4, 2, 6, 13);
    LayerWeights w = LayerWeights.of(size);
    Arrays.fill(w.fromHeads(), 0);
    Arrays.fill(w.down(), 0);
    float[] x = Inputs.uniform(1, 20);
    Reference layer = Reference.llamaLayer(size, w, x, Inputs.cosines(2, 3), Inputs.sines(2, 3));
    near(layer.values(), Formulas.doubles(x));
  }

  @Test
  void whatIsTooFarOffIsRefused() {
    Reference right = new Reference(new double[] {1, -2}, 0, 0.25);
    right.compare("near", new float[] {1.25f, -2});
    refused(right, "what: element 1 is -2.5, expected is -2.0, at most 2.5e-01 off", 1, -2.5f);
    refused(right, "what: element 0 is NaN, expected is 1.0, at most 2.5e-01 off", Float.NaN, -2);
    refused(right, "what: 1 numbers, expected are 2", 1);
    refused(new Reference(new double[] {0}, 0.5, 0), "at most 0.0e+00 off", Float.MIN_VALUE);
  }

  private static void refused(Reference right, String message, float... actual) {
    AssertionError error = assertThrows(AssertionError.class, () -> right.compare("what", actual));
    assertThat(error).hasMessageThat().contains(message);
  }
}
