package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class BoxesTest {
  private static long[] of(long... values) {
    return values;
  }

  @Test
  void rowsGoAlongTheLastAxisButOne() {
    assertThat(Boxes.stored(of(8, 8), of(2, 3), 4, 5)).isEqualTo(of(4, 5));
    assertThat(Boxes.stored(of(3, 8, 8), of(1, 2, 3), 4, 5)).isEqualTo(of(1, 4, 5));
    assertThat(Boxes.stored(of(8), of(2), 1, 5)).isEqualTo(of(5));
  }

  @Test
  void rowsThatFillAnAxisGoOnOutside() {
    assertThat(Boxes.stored(of(2, 3, 4), of(0, 0, 0), 6, 4)).isEqualTo(of(2, 3, 4));
    assertThat(Boxes.stored(of(5, 2, 3, 4), of(1, 0, 0, 1), 12, 2)).isEqualTo(of(2, 2, 3, 2));
    assertThat(Boxes.stored(of(4, 1, 8), of(0, 0, 0), 4, 8)).isEqualTo(of(4, 1, 8));
  }

  @Test
  void nothingFitsEverywhere() {
    assertThat(Boxes.stored(of(4, 8), of(4, 0), 0, 8)).isEqualTo(of(0, 8));
    assertThat(Boxes.stored(of(4, 8), of(0, 8), 4, 0)).isEqualTo(of(4, 0));
  }

  private static void checkRefused(long[] extents, long[] at, long rows, long columns) {
    Exception outside =
        assertThrows(
            IndexOutOfBoundsException.class, () -> Boxes.stored(extents, at, rows, columns));
    assertThat(outside)
        .hasMessageThat()
        .contains("[" + rows + ", " + columns + "] valid elements at ");
  }

  @Test
  void whatDoesNotFitIsRefused() {
    checkRefused(of(4, 8), of(1, 0), 4, 8);
    checkRefused(of(4, 8), of(0, 1), 4, 8);
    checkRefused(of(4, 8), of(-1, 0), 1, 8);
    checkRefused(of(4, 8), of(0, -1), 1, 1);
    checkRefused(of(8), of(0), 2, 4);
    checkRefused(of(2, 3, 4), of(0, 0, 0), 5, 4);
    checkRefused(of(2, 3, 4), of(0, 1, 0), 6, 4);
    checkRefused(of(2, 3, 4), of(1, 0, 0), 6, 4);
    checkRefused(of(2, 3, 4), of(0, 0, 0), 9, 4);
    checkRefused(of(2, 3, 4), of(2, 0, 0), 1, 4);
  }
}
