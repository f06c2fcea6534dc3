package dev.smalti.examples.transformer;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.shape;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Tensor;
import org.junit.jupiter.api.Test;

/** What a table of pages may not say. */
final class PagedAttentionTest {
  /** A context of 3 in pages of 2, of which the pool has 4. */
  private static void decode(int... pages) {
    PagedAttentionKernels.decode(
        Tensor.zeros(F32, shape(1, 1, 1, 2)),
        Tensor.zeros(F32, shape(4, 1, 2, 2)),
        Tensor.zeros(F32, shape(4, 1, 2, 2)),
        Tensor.of(pages, 1, pages.length),
        Tensor.of(new int[] {3}, 1),
        Tensor.zeros(F32, shape(1, 1, 1, 2)),
        1);
  }

  private static String refused(int... pages) {
    return String.valueOf(
        assertThrows(IndexOutOfBoundsException.class, () -> decode(pages)).getMessage());
  }

  @Test
  void pagesAreThoseOfThePool() {
    decode(3, 0);
    assertThat(refused(0, 4))
        .contains("the box at 4 of extent 1 leaves keys on axis 0, whose extent is 4");
    assertThat(refused(-1, 0)).contains("the box at -1 of extent 1 leaves keys on axis 0");
  }

  @Test
  void aContextHasEnoughPages() {
    assertThat(refused(1)).contains("index 1 leaves table on axis 1, whose extent is 1");
  }
}
