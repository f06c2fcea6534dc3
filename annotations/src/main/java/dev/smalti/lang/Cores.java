package dev.smalti.lang;

/**
 * On how many cores of each rank a collective runs; made by {@link Smalti#cores}. The result has
 * the same bits as on one.
 *
 * @param count how many, at least 1
 */
public record Cores(int count) implements CollectiveOption {
  /** Checks that there is a core. */
  public Cores {
    if (count < 1) {
      throw new IllegalArgumentException(
          "cores(" + count + ") is no core; a collective runs on at least 1");
    }
  }
}
