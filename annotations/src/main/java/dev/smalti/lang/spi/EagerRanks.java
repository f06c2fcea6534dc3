package dev.smalti.lang.spi;

/**
 * Runs annotated methods of several ranks as they stand. {@code World.eager(n)} finds the provider
 * by {@link java.util.ServiceLoader} when {@code n} is greater than 1.
 */
public interface EagerRanks {
  /**
   * The ranks of a new run.
   *
   * @param size how many, at least 1
   * @return the ranks, of which nothing else knows
   */
  Ranks open(int size);
}
