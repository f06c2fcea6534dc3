package dev.smalti.runtime.protocol;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The text of {@code @Host(worlds = ...)}. */
final class WorldSizesTest {
  @Test
  void numbersAndRanges() {
    WorldSizes sizes = WorldSizes.parse(" 2, 4..6 ");
    assertThat(sizes.sizes()).containsExactly(2, 4, 5, 6).inOrder();
    assertThat(sizes.contains(3)).isFalse();
    assertThat(sizes.contains(5)).isTrue();
  }

  @Test
  void nothingAllowsAny() {
    assertThat(WorldSizes.parse("").contains(5000)).isTrue();
  }

  @Test
  void otherTextsAreRefused() {
    for (String wrong : new String[] {"0", "4..2", "1..2..3", "two", "1,,2", "1..", "2000"}) {
      assertThrows(IllegalArgumentException.class, () -> WorldSizes.parse(wrong));
    }
  }
}
