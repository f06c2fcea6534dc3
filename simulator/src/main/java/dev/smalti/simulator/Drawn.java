package dev.smalti.simulator;

/**
 * Draws who goes on. The generator is SplitMix64, written out so that a seed means the same on
 * every JDK.
 */
final class Drawn implements Order {
  private final SplitMix random;

  Drawn(long seed) {
    this.random = new SplitMix(seed);
  }

  @Override
  public int next(int last, boolean[] runnable, boolean[] polling, int[] lines) {
    int count = 0;
    for (boolean can : runnable) {
      count += can ? 1 : 0;
    }
    int left = random.below(count);
    for (int rank = 0; ; rank++) {
      if (runnable[rank] && left-- == 0) {
        return rank;
      }
    }
  }

  @Override
  public void end() {}
}
