package dev.smalti.runtime;

/** One share of a collective, which generated code gives to {@link Core#spread}. */
@FunctionalInterface
public interface ShareCall {
  /**
   * Runs the share.
   *
   * @param core what its kernel runs on; nobody else uses it meanwhile
   * @param share from 0
   */
  void run(Core core, int share);
}
