package dev.smalti.processor.random;

/** What loops of methods that run as they stand call in each round, so that they can be ended. */
public final class Rounds {
  private Rounds() {}

  /** Ends a loop whose thread was interrupted. */
  public static void next() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted");
    }
  }
}
