package dev.smalti.lang.reference;

/**
 * Random bits of a key and a counter: Philox 4x32 with 10 rounds (Salmon and others, Parallel
 * random numbers, 2011). The same key and counter always give the same bits, so that every element
 * of a tile can be computed alone.
 */
public final class Philox {
  /** What the first word of the counter is multiplied by in each round. */
  public static final int FACTOR_0 = 0xD2511F53;

  /** What the third word of the counter is multiplied by in each round. */
  public static final int FACTOR_1 = 0xCD9E8D57;

  /** What is added to the first word of the key after each round. */
  public static final int STEP_0 = 0x9E3779B9;

  /** What is added to the second word of the key after each round. */
  public static final int STEP_1 = 0xBB67AE85;

  /** How many rounds. */
  public static final int ROUNDS = 10;

  private Philox() {}

  /**
   * 32 random bits.
   *
   * @param key the two words of the key, the low one first
   * @param counter the first two words of the counter, the low one first; the others are 0
   * @param word which of the four words of the result, from 0
   * @return the bits
   */
  public static int bits(long key, long counter, int word) {
    int[] c = {(int) counter, (int) (counter >>> 32), 0, 0};
    int k0 = (int) key;
    int k1 = (int) (key >>> 32);
    for (int round = 0; round < ROUNDS; round++) {
      long a = Integer.toUnsignedLong(FACTOR_0) * Integer.toUnsignedLong(c[0]);
      long b = Integer.toUnsignedLong(FACTOR_1) * Integer.toUnsignedLong(c[2]);
      c = new int[] {(int) (b >>> 32) ^ c[1] ^ k0, (int) b, (int) (a >>> 32) ^ c[3] ^ k1, (int) a};
      k0 += STEP_0;
      k1 += STEP_1;
    }
    return c[word];
  }
}
