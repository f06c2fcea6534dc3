package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class StrandsTest {
  private static String row(int count) {
    return Strands.<String>row(count, Integer::toString, (a, b) -> "(" + a + " " + b + ")");
  }

  @Test
  void fewElementsFoldPairwise() {
    assertThat(row(1)).isEqualTo("0");
    assertThat(row(2)).isEqualTo("(0 1)");
    assertThat(row(3)).isEqualTo("((0 2) 1)");
    assertThat(row(5)).isEqualTo("(((0 4) 2) (1 3))");
    assertThat(row(6)).isEqualTo("(((0 4) 2) ((1 5) 3))");
  }

  @Test
  void strandsStartWithTheirFirstElementAndGoOnInOrder() {
    assertThat(row(65)).startsWith("(((((((0 32) 64) (16 48)) ((8 40) (24 56)))");
    assertThat(row(17)).startsWith("(((((0 16) 8) (4 12))");
  }

  @Test
  void sumsAreThoseOfArraysOfStrands() {
    Random random = new Random(9);
    for (int count : new int[] {1, 7, 31, 32, 33, 63, 64, 100, 1000}) {
      float[] x = new float[count];
      for (int i = 0; i < count; i++) {
        x[i] = (float) random.nextGaussian();
      }
      float[] strands = new float[32];
      for (int i = 0; i < count; i++) {
        strands[i % 32] = i < 32 ? x[i] : strands[i % 32] + x[i];
      }
      for (int w = 16; w >= 1; w /= 2) {
        for (int k = 0; k < w; k++) {
          if (k + w < count) {
            strands[k] += strands[k + w];
          }
        }
      }
      assertWithMessage("sum of %s", count)
          .that(Strands.row(count, i -> x[i], Arithmetic.f32()::add))
          .isEqualTo(strands[0]);
    }
  }

  @Test
  void aStrandWithoutElementsIsLeftOut() {
    // -0 alone stays -0: adding an empty strand's 0 would give +0.
    assertThat(Strands.row(1, _ -> -0f, Arithmetic.f32()::add)).isEqualTo(-0f);
  }

  @Test
  void columnsAscend() {
    assertThat(Strands.<String>column(4, Integer::toString, (a, b) -> "(" + a + " " + b + ")"))
        .isEqualTo("(((0 1) 2) 3)");
    assertThat(Strands.<String>column(1, Integer::toString, String::concat)).isEqualTo("0");
  }

  @Test
  void nothingHasNoResult() {
    Exception row = assertThrows(IllegalArgumentException.class, () -> row(0));
    assertThat(row).hasMessageThat().contains("empty valid box");
    assertThrows(
        IllegalArgumentException.class,
        () -> Strands.<String>column(0, Integer::toString, String::concat));
  }
}
