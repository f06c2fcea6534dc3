package dev.smalti.lang.reference;

import static com.google.common.truth.Truth.assertThat;

import org.junit.jupiter.api.Test;

final class PhiloxTest {
  private static int[] block(long key, long counter) {
    int[] words = new int[4];
    for (int word = 0; word < 4; word++) {
      words[word] = Philox.bits(key, counter, word);
    }
    return words;
  }

  /** The known answer of the authors' library for key and counter 0. */
  @Test
  void hasTheKnownBits() {
    assertThat(block(0, 0)).isEqualTo(new int[] {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  }

  @Test
  void everyBitOfKeyAndCounterCounts() {
    for (int bit = 0; bit < 64; bit++) {
      assertThat(block(1L << bit, 0)).isNotEqualTo(block(0, 0));
      assertThat(block(0, 1L << bit)).isNotEqualTo(block(0, 0));
    }
  }

  @Test
  void bitsAreSetAboutHalfTheTime() {
    int set = 0;
    for (int i = 0; i < 10_000; i++) {
      set += Integer.bitCount(Philox.bits(42, i / 4, i % 4));
    }
    assertThat(set).isAtLeast(158_000);
    assertThat(set).isAtMost(162_000);
  }
}
