package dev.smalti.simulator;

/**
 * Random numbers, the same for a seed on every JDK: SplitMix64 of Steele, Lea and Flood, "Fast
 * splittable pseudorandom number generators", 2014.
 */
final class SplitMix {
  private long state;

  SplitMix(long seed) {
    this.state = seed;
  }

  /** A number in {@code [0, bound)}. */
  int below(int bound) {
    state += 0x9E3779B97F4A7C15L;
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return (int) Long.remainderUnsigned(mixed ^ (mixed >>> 31), bound);
  }
}
